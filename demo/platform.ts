import { announcementsApi } from '@prosa/contracts/announcements';
import { helpsApi } from '@prosa/contracts/helps';
import { openBrowser } from '../server/test/browser.ts';

/** What the platform itself says in the demo: one announcement to everybody, and one help video, fetched by nobody before it is opened. */
const announcement = {
  title: 'Bem-vindo à Prosa',
  text: 'Esta é uma demonstração: o que você fizer aqui é esquecido quando ela para.\nOs clientes escrevem na página Simulador.',
  priority: 2,
};
const help = {
  title: 'Primeiros passos no atendimento',
  description: 'Aceitar, responder, transferir e resolver um atendimento, do começo ao fim.',
  video: 'aqz-KE-bpKQ',
};

export async function speakForThePlatform(url: string, { email, password }: { email: string; password: string }): Promise<void> {
  const boss = openBrowser(url);
  await boss.logIn(email, password);
  await boss.call(announcementsApi.create, { body: announcement });
  await boss.call(helpsApi.create, { body: help });
}
