import { readFile } from 'node:fs/promises';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, sayIn } from '../server/test/browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

/** Forty looks in a row; on a busy machine each takes a while. */
const patience = 400_000;

describe.runIf(hasChrome)('every screen can be used by everybody', () => {
  const stage = openStage();
  let admin: Client;
  let uuid: string;

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const [joao, rita] = [
      phoneOf(admin, whatsappId, '5511977776666', 'João Pedro'),
      phoneOf(admin, whatsappId, '5511966665555', 'Rita Lima'),
    ];
    await rita.write('Olá');
    await joao.write('Bom dia, *tudo bem*? Veja exemplo.com.br');
    uuid = await furnish(admin, joao, whatsappId);
  });

  test.each([1440, 390])('at %i px, in both themes', { timeout: patience }, async (width) => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, { width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const load = (path: string) => page.goto(path);
    /** As a link in the app does: the page stays loaded, and so does what looks at it. */
    const walk = (path: string) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
    const look = async (path: string, ready: () => Promise<unknown>, go: (path: string) => Promise<unknown> = walk) => {
      await go(path);
      await ready();
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    };
    await look('/login', () => page.getByLabel('Email').waitFor(), load);
    await look('/signup', () => page.getByText('Plano 1').waitFor(), load);
    await logIn(page, admin);
    await look('/tickets', () => page.getByRole('link', { name: /João Pedro/ }).waitFor());
    await lookAtLists(page);
    await look(`/tickets/${uuid}`, () => page.getByRole('article', { name: 'Tudo ótimo!' }).waitFor());
    await lookAtChat(page, width);
    await look('/', () => page.getByRole('button', { name: /^Pendentes: \d/ }).waitFor());
    await page.getByRole('button', { name: 'Ver como tabela' }).click();
    await lookAtDialog(page, 'rows behind a figure', () => page.getByRole('button', { name: /^Leads: \d/ }).click());
    await look('/contacts', () => page.getByRole('table').getByText('Rita Lima').waitFor());
    await lookAtDialog(page, 'contact', () => page.getByRole('button', { name: 'Adicionar contato' }).click());
    await look('/users', () => page.getByRole('table').getByText(admin.user.email).waitFor());
    await lookAtDialog(page, 'user', () => page.getByRole('button', { name: 'Adicionar usuário' }).click());
    await look('/connections', () => page.getByText('Conectada', { exact: true }).first().waitFor());
    await lookAtDialog(page, 'connection', () => page.getByRole('button', { name: 'Adicionar conexão' }).first().click());
    await look('/financeiro', () => page.getByRole('table').getByText('Em Aberto').waitFor());
    await lookAtDialog(page, 'checkout', () => page.getByRole('button', { name: /^PAGAR/ }).click());
    await look('/subscription', () => page.getByRole('button', { name: 'Assine Agora!' }).waitFor());
    await look('/settings', () => page.getByRole('combobox', { name: 'Fuso horário' }).waitFor());
    await look('/simulator', () => page.getByLabel('Mensagem do cliente').waitFor());
    await look('/nowhere', () => page.getByRole('heading').first().waitFor(), load);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['en', 'es'] as const)('speaks %s on every screen', async (language) => {
    const { page } = await openProfile(stage.browser, stage.world.server.url, { language });
    await page.goto('/login');
    expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`));
    const words = language === 'en' ? { secret: 'Password', waiting: /Pending/ } : { secret: 'Contraseña', waiting: /Pendientes/ };
    await page.getByRole('textbox').first().fill(admin.user.email);
    await page.getByLabel(words.secret, { exact: true }).fill(stage.world.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');
    await page.getByRole('tab', { name: words.waiting }).waitFor();
  });
});

/** A conversation with a bubble of every kind, answered by the admin. */
async function furnish(admin: Client, joao: ReturnType<typeof phoneOf>, whatsappId: number): Promise<string> {
  const { number, name } = joao;
  const act = (body: object) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name, body: '', ...body } });
  const picture = await readFile(new URL('../web/public/icon-192.png', import.meta.url));
  await joao.sendFile(new File([new Uint8Array(picture)], 'forno.png', { type: 'image/png' }), 'O forno');
  await joao.sendFile(new File([silence()], 'recado.wav', { type: 'audio/wav' }));
  await joao.sendFile(new File(['%PDF-1.4\n%%EOF\n'], 'nota.pdf', { type: 'application/pdf' }));
  await act({ location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } });
  await act({ contact: { name: 'Bruna', number: '5511955554444' } });
  await admin.call(simulatorApi.call, { params: { whatsappId }, body: { number } });
  const { id: gone } = await act({ body: 'Esquece isso' });
  await act({ delete: { id: gone } });
  const { id, uuid } = await ticketOf(admin, joao);
  await admin.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: admin.user.id } });
  await sayIn(admin, id, 'Tudo ótimo!');
  return uuid;
}

/** A second of nothing, as the simplest of sound files: 8000 bytes of it, one each. */
function silence(): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const sound = new Uint8Array(44 + rate).fill(128);
  const view = new DataView(sound.buffer);
  const words = (at: number, text: string) => sound.set(new TextEncoder().encode(text), at);
  words(0, 'RIFF....WAVEfmt ');
  words(36, 'data');
  view.setUint32(4, 36 + rate, true);
  for (const [index, value] of [16, 0x10001, rate, rate, 0x80001].entries()) view.setUint32(16 + 4 * index, value, true);
  view.setUint32(40, rate, true);
  return sound;
}

async function lookAtDialog(page: Page, what: string, open: () => Promise<void>): Promise<void> {
  await open();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, `${what} dialog`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function lookAtLists(page: Page): Promise<void> {
  await lookAtDialog(page, 'new ticket', () => page.getByRole('button', { name: 'Novo', exact: true }).click());
  await lookAtDialog(page, 'palette', () => page.keyboard.press('Control+k'));
  await lookAtDialog(page, 'shortcuts', () => page.keyboard.press('?'));
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await page.getByRole('heading', { name: 'Notificações' }).waitFor();
  await expectAccessible(page, 'notifications');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByRole('button', { name: /Aceitar/ }).waitFor();
  await expectAccessible(page, 'pending tickets');
  await lookAtDialog(page, 'spy', () =>
    page
      .getByRole('button', { name: /Espiar/ })
      .first()
      .click(),
  );
  await page.getByRole('tab', { name: 'Busca' }).click();
  await page.getByRole('searchbox').fill('dia');
  await page.getByRole('link', { name: /João Pedro.*dia/ }).waitFor();
  await expectAccessible(page, 'search');
}

async function lookAtChat(page: Page, width: number): Promise<void> {
  const deed = async (name: string) => {
    await page
      .getByRole('region', { name: /^Conversa com/ })
      .getByRole('button', { name: 'Mais ações' })
      .first()
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await lookAtDialog(page, 'transfer', () => deed('Transferir'));
  await lookAtDialog(page, 'picture', () => page.getByRole('button', { name: 'Ampliar a foto' }).click());
  if (width < 1200) await lookAtDialog(page, 'drawer', () => deed('Dados do contato'));
}
