import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { openWorld } from '../server/test/world.ts';
import { expectAccessible, hasChrome, openChrome, openProfile } from './chrome.ts';

const looks = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

describe.runIf(hasChrome)('every screen can be used by everybody', () => {
  let browser: Browser;
  let world: Awaited<ReturnType<typeof openWorld>>;
  let admin: Client;
  let uuid: string;

  beforeAll(async () => {
    world = await openWorld();
    browser = await openChrome();
    admin = await world.company();
    const queueId = await world.queue(admin);
    const whatsappId = await world.connection(admin, { queueIds: [queueId] });
    const write = (number: string, name: string, text: string) =>
      admin.raw('POST', `/simulator/${whatsappId}/messages`, { body: { number, name, body: text } });
    await write('5511977776666', 'João Pedro', 'Bom dia, *tudo bem*?');
    await write('5511966665555', 'Rita Lima', 'Olá');
    const pending = () =>
      admin.raw('GET', '/tickets?status=pending').then(({ body }) => (body as { tickets: Array<{ id: number; uuid: string }> }).tickets);
    while ((await pending()).length < 2) await sleep(50);
    const [ticket] = await pending();
    await admin.raw('PUT', `/tickets/${ticket?.id}`, { body: { status: 'open', userId: admin.user.id } });
    await admin.raw('POST', `/messages/${ticket?.id}`, { body: { body: 'Tudo ótimo!' } });
    uuid = ticket?.uuid ?? '';
  });
  afterAll(() => browser?.close());

  async function look(page: Page, path: string, ready: () => Promise<unknown>) {
    await page.goto(path);
    await ready();
    await expectAccessible(page, path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }

  test.each(looks)('at $width px, $theme', async (each) => {
    const { page, complaints } = await openProfile(browser, world.server.url, each);
    await look(page, '/login', () => page.getByLabel('Email').waitFor());
    await look(page, '/signup', () => page.getByText('Plano 1').waitFor());
    await page.goto('/login');
    await page.getByLabel('Email').fill(admin.user.email);
    await page.getByLabel('Senha', { exact: true }).fill(world.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');
    await look(page, '/tickets', () => page.getByRole('tab', { name: /Aguardando/ }).waitFor());
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page
      .getByRole('button', { name: /Aceitar/ })
      .first()
      .waitFor();
    await expectAccessible(page, 'pending tickets');
    await look(page, `/tickets/${uuid}`, () => page.getByText('Tudo ótimo!').first().waitFor());
    await look(page, '/connections', () => page.getByText('Conectada', { exact: true }).first().waitFor());
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'connection dialog');
    await look(page, '/simulator', () => page.getByLabel('Mensagem do cliente').waitFor());
    await look(page, '/nowhere', () => page.getByRole('heading').first().waitFor());
    expect(complaints).toEqual([]);
  });

  test.each(['en', 'es'] as const)('speaks %s on every screen', async (language) => {
    const { page } = await openProfile(browser, world.server.url, { language });
    await page.goto('/login');
    expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`));
    const words = language === 'en' ? { secret: 'Password', waiting: /Pending/ } : { secret: 'Contraseña', waiting: /Pendientes/ };
    await page.getByRole('textbox').first().fill(admin.user.email);
    await page.getByLabel(words.secret, { exact: true }).fill(world.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');
    await page.getByRole('tab', { name: words.waiting }).waitFor();
  });
});
