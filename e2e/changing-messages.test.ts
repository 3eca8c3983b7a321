import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, type Phone, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('reacting to messages and editing one’s own, in a real browser', () => {
  const stage = openStage();
  let admin: Client;
  let agent: Client;
  let phone: Phone;
  let whatsappId: number;
  let page: Page;
  let complaints: string[];
  const field = () => page.getByRole('textbox', { name: 'Mensagem', exact: true });
  const bubble = (words: string) => page.getByRole('log').getByRole('article').filter({ hasText: words });
  const holds = (name: string) => page.evaluate((label) => document.activeElement?.getAttribute('aria-label') === label, name);
  const say = async (words: string) => {
    await field().fill(words);
    await page.keyboard.press('Enter');
    await eventually(async () => (await phone.texts()).some((text) => text.endsWith(words))).toBe(true);
  };

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    agent = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    phone = phoneOf(admin, whatsappId, '5511977770099', 'Ana Clara');
    await phone.write('Tem pão de queijo?');
    const { id } = await ticketOf(admin, phone);
    await agent.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: agent.user.id } });
    ({ page, complaints } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, agent);
    await page.locator('a[data-row]', { hasText: 'Ana Clara' }).click();
    await page.locator('textarea:focus').waitFor();
  });

  test('by keyboard alone: a reaction is on the customer’s phone, a colleague sees by whom, and chosen again it is gone', async () => {
    const colleague = await openProfile(stage.browser, stage.world.server.url);
    await logIn(colleague.page, await stage.world.colleague(admin, 'admin'));
    await colleague.page.goto(page.url());
    await page.getByRole('log').focus();
    await page.keyboard.press('ArrowUp');
    const react = async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      while (!(await page.evaluate(() => document.activeElement?.textContent === 'Reagir'))) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('👍');
    };
    await react();
    await expectAccessible(page, 'the menu with the row of reactions');
    await page.keyboard.press('Enter');
    const seen = `👍 ${agent.user.name}`;
    await bubble('Tem pão').getByRole('img', { name: seen }).waitFor();
    await eventually(async () => (await phone.read())[0]?.reactions).toEqual([{ emoji: '👍', fromBusiness: true }]);
    await colleague.page.getByRole('img', { name: seen }).waitFor();
    await bubble('Tem pão').focus();
    await react();
    await page.keyboard.press('Enter');
    await eventually(async () => (await phone.read())[0]?.reactions).toEqual([]);
    await eventually(() => colleague.page.getByRole('img', { name: seen }).count()).toBe(0);
    await colleague.page.context().close();
  });

  test('arrow up edits the last own message, at the customer’s too; its earlier wording is one click away', async () => {
    await field().focus();
    await say('Temos, custa 10');
    await field().press('ArrowUp');
    await eventually(() => holds('Editando a mensagem')).toBe(true);
    await expectAccessible(page, 'the bar of editing');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await eventually(async () => (await phone.read()).at(-1)).toMatchObject({ isEdited: true, body: expect.stringContaining('custa 12') });
    await eventually(() => holds('Mensagem')).toBe(true);
    expect(await phone.read()).toHaveLength(2);
    await bubble('custa 12').getByRole('button', { name: 'editada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versões da mensagem' });
    await dialog.getByText('custa 10').waitFor();
    await expectAccessible(page, 'the wordings of a message');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('Esc drops the edit and gives the draft back; Alt and the arrow still change the conversation only', async () => {
    await field().fill('');
    await field().press('ArrowUp');
    await page.keyboard.type(' que não fica');
    await page.keyboard.press('Escape');
    await eventually(() => holds('Mensagem')).toBe(true);
    expect((await phone.read()).at(-1)?.body).toContain('custa 12');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await page.getByRole('textbox', { name: 'Editando a mensagem' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('what the network refuses returns, and is said', async () => {
    await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { failNext: 1 } });
    await field().focus();
    await field().press('ArrowUp');
    await page.keyboard.type(' hoje');
    await page.keyboard.press('Enter');
    await page.getByText('O contato continua vendo o texto anterior').first().waitFor();
    await eventually(() => bubble('custa 12 hoje').count()).toBe(0);
  });
});
