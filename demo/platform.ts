import { announcementsApi } from '@prosa/contracts/announcements';
import { companiesApi } from '@prosa/contracts/companies';
import { helpsApi } from '@prosa/contracts/helps';
import { paymentsApi } from '@prosa/contracts/payments';
import { type Client, openBrowser } from '../server/test/browser.ts';

/** What the platform itself says in the demo, and help videos, fetched by nobody before they are opened. */
const announcements = [
  {
    title: 'Bem-vindo à Prosa',
    text: 'Esta é uma demonstração: o que você fizer aqui é esquecido quando ela para.\nOs clientes escrevem na página Simulador.',
    priority: 2,
  },
  {
    title: 'Manutenção no sábado',
    text: 'No sábado, das 22h às 23h, a plataforma passa por manutenção.\nMensagens que chegarem nesse tempo não se perdem.',
    priority: 1,
  },
  { title: 'Novo painel', text: 'O dashboard agora mostra os atendimentos por trás de cada número.', priority: 3 },
];
const helps = [
  {
    title: 'Primeiros passos no atendimento',
    description: 'Aceitar, responder, transferir e resolver um atendimento, do começo ao fim.',
    video: 'aqz-KE-bpKQ',
  },
  {
    title: 'Conectar um WhatsApp',
    description: 'Ler o QR Code, escolher as filas e escrever as mensagens automáticas.',
    video: 'YE7VzlLtp-4',
  },
  {
    title: 'O que o dashboard conta',
    description: 'De onde vem cada número e como chegar aos atendimentos por trás dele.',
    video: 'eRsGyueVLvQ',
  },
];

/** Companies whose due dates show every colour, by days from today. */
const others = [
  { name: 'Padaria do Zé', days: 25 },
  { name: 'Ótica Boa Vista', days: 5 },
  { name: 'Pet Shop Patas', days: 2 },
  { name: 'Academia Movimento', days: -1 },
  { name: 'Floricultura Ipê', days: -9 },
] as const;

export async function speakForThePlatform(url: string, { email, password }: { email: string; password: string }): Promise<void> {
  const boss = openBrowser(url);
  await boss.logIn(email, password);
  for (const body of announcements) await boss.call(announcementsApi.create, { body });
  for (const body of helps) await boss.call(helpsApi.create, { body });
  const [plan] = await boss.call(companiesApi.plans, {});
  for (const [place, { name, days }] of others.entries()) {
    const contact = { email: `contato${place + 1}@demo.exemplo`, phone: `551130000${String(place).padStart(3, '0')}` };
    await boss.call(companiesApi.create, { body: { name, ...contact, password, planId: plan?.id ?? 0, dueDate: dayFromNow(days) } });
  }
}

/** Invoices in all three states: one that was paid, one that is overdue, one that is open. The platform moves the due date in between. */
export async function billFor(url: string, platform: { email: string; password: string }, admin: { email: string; password: string }) {
  const [boss, payer] = [openBrowser(url), openBrowser(url)];
  await boss.logIn(platform.email, platform.password);
  await payer.logIn(admin.email, admin.password);
  const due = (days: number) =>
    boss.call(companiesApi.update, { params: { id: payer.user.companyId }, body: { dueDate: dayFromNow(days) } });
  await due(-33);
  const [paid] = (await invoicesOf(payer)).toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
  await boss.call(paymentsApi.confirm, { params: { id: paid?.id ?? 0 } });
  await due(-2);
  await invoicesOf(payer);
  await due(12);
  await invoicesOf(payer);
}

/** Whoever looks finds the invoice of the due date made. */
const invoicesOf = async (payer: Client) => (await payer.call(paymentsApi.invoices, { query: {} })).invoices;

/** A day of the companies' zone, far enough from midnight in any. */
function dayFromNow(days: number): string {
  return new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}
