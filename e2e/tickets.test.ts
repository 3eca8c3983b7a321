import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('the lists of tickets, in a real browser', () => {
  const stage = openStage();

  async function open(page: Page, person: Client) {
    await logIn(page, person);
    await page.getByRole('tab', { name: /Atendendo/ }).waitFor();
  }

  /** A shop with a queue, an agent, and three customers who wrote. */
  async function shop() {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const agent = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    for (const [index, name] of ['Ana Clara', 'João Pedro', 'Rita Lima'].entries())
      await admin.raw('POST', `/simulator/${whatsappId}/messages`, {
        body: { number: `551197777000${index}`, name, body: `Preciso do boleto ${index}` },
      });
    return { admin, agent };
  }

  test('a search finds contacts, tickets and messages, and lands on the message', async () => {
    const { admin } = await shop();
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await open(page, admin);
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page.getByText('Rita Lima').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Boleto 1');
    await page.getByRole('heading', { name: 'Mensagens · 1' }).waitFor();
    await page.getByRole('link', { name: /Mensagem no atendimento/ }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}\?message=\d+/);
    await page.getByRole('log').getByText('Preciso do boleto 1').waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([1440, 390])('at %i px every row is as high as the list takes it to be, and nothing of it is cut off', async (width) => {
    const { admin } = await shop();
    const { page } = await openProfile(stage.browser, stage.world.server.url, { width });
    await open(page, admin);
    const expectHeight = async (expected: number) => {
      await page.getByRole('tab', { name: /Aguardando/ }).click();
      await page.getByRole('button', { name: 'Aceitar o atendimento de Rita Lima' }).waitFor();
      const rows = () =>
        page.locator('li:has([data-row])').evaluateAll((all) =>
          all.map((row) => {
            const { top, bottom, height } = row.getBoundingClientRect();
            const inside = [...row.querySelectorAll('[data-row], button')].map((each) => each.getBoundingClientRect());
            return { height, reachesOut: inside.filter((each) => each.top < top || each.bottom > bottom).length };
          }),
        );
      await eventually(rows).toEqual(Array.from({ length: 3 }, () => ({ height: expected, reachesOut: 0 })));
    };
    await expectHeight(76);
    // Where fingers press, a row keeps its room.
    await page.evaluate(() => localStorage.setItem('density', 'compact'));
    await page.reload();
    await expectHeight(width < 600 ? 76 : 60);
  });

  test('several are accepted by keyboard alone, one is resolved from its menu, and undone by a key', async () => {
    const { agent } = await shop();
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await open(page, agent);
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page.getByText('Rita Lima').first().waitFor();
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('3 selecionados').waitFor();
    await page.getByRole('toolbar', { name: 'Atendimentos selecionados' }).getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('tab', { name: /Atendendo ?3/ }).waitFor();
    await page.getByRole('tab', { name: /Aguardando ?0/ }).waitFor();

    await page.getByRole('tab', { name: /Atendendo/ }).click();
    await page.getByRole('link', { name: /Ana Clara/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Resolver' }).click();
    await page.getByRole('tab', { name: /Atendendo ?2/ }).waitFor();
    await page.getByText('Atendimento resolvido').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: /Atendendo ?3/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the palette and the sheet open over any page, and F6 goes around', async () => {
    const { admin } = await shop();
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await open(page, admin);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Busque/ }).fill('conexoes');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connections');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Atalhos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/tickets');
    await page.keyboard.press('F6');
    expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true);
    expect(complaints).toEqual([]);
  });
});
