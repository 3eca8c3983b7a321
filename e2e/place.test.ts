import { ticketsApi } from '@prosa/contracts/tickets';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

const said = 45;
/** Of different heights, so that guessing them would not do. */
const words = (index: number) => `Linha ${index}: ${'pedido entregue em casa '.repeat(1 + ((index * 7) % 23))}`;

describe.runIf(hasChrome)('where one was reading', () => {
  const stage = openStage();

  /** An agent with two long conversations. */
  async function desk() {
    const admin = await stage.world.company();
    const whatsappId = await stage.world.connection(admin);
    const agent = await stage.world.colleague(admin, 'admin');
    const phones = [phoneOf(admin, whatsappId, '5511977770001', 'Ana Clara'), phoneOf(admin, whatsappId, '5511977770002', 'Bruno Dias')];
    for (const phone of phones) {
      for (let index = 1; index <= said; index += 1) await phone.write(words(index));
      const { id } = await ticketOf(admin, phone);
      await eventually(async () => (await admin.call(ticketsApi.show, { params: { id } })).lastMessage).toContain(`Linha ${said}:`);
      await admin.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: agent.user.id } });
    }
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, agent);
    await page.getByRole('tab', { name: /Atendendo ?2/ }).click();
    return { page, complaints, phones };
  }

  const openBy = (page: Page, name: string) => async () => {
    // The pointer rests on the row first, as a person's does: the conversation is then made ready out of sight.
    const row = page.getByRole('list').getByRole('link', { name: new RegExp(name) });
    await row.hover();
    await page.waitForTimeout(300);
    await row.click();
    await shown(page, name);
  };

  test('is where one comes back to, as often as one leaves, whoever writes meanwhile; and the end stays the end', async () => {
    const { page, complaints, phones } = await desk();
    const [toAna, toBruno] = [openBy(page, 'Ana Clara'), openBy(page, 'Bruno Dias')];
    await toAna();
    await eventually(() => isAtEnd(page)).toBe(true);
    for (const turns of [6, 40, -2]) {
      await wheel(page, -turns * 120);
      const place = await atTop(page);
      await toBruno();
      await eventually(() => isAtEnd(page)).toBe(true);
      await toAna();
      await eventually(() => atTop(page)).toEqual(place);
    }
    // Without the pointer, the conversation that is left may stay ready out of sight.
    for (const by of [-300, -200]) {
      await wheel(page, by);
      const place = await atTop(page);
      await page.goBack();
      await shown(page, 'Bruno Dias');
      await page.goForward();
      await shown(page, 'Ana Clara');
      await eventually(() => atTop(page)).toEqual(place);
    }
    const place = await atTop(page);
    await toBruno();
    await phones[1]?.write('Mais uma do Bruno');
    await page.getByRole('article', { name: /Mais uma do Bruno/ }).waitFor();
    await toAna();
    await eventually(() => atTop(page)).toEqual(place);
    await wheel(page, 100_000);
    await eventually(() => isAtEnd(page)).toBe(true);
    await toBruno();
    await eventually(() => isAtEnd(page)).toBe(true);
    await toAna();
    await eventually(() => isAtEnd(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('the conversation that will most likely be opened next is laid out ahead, where neither eyes nor Tab find it', async () => {
    const { page, complaints } = await desk();
    await openBy(page, 'Ana Clara')();
    await page
      .getByRole('list')
      .getByRole('link', { name: /Bruno Dias/ })
      .hover();
    const logs = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[role=log]')]
          .map((log) => ({
            isSeen: log.checkVisibility(),
            isLaidOut: log.clientHeight > 0,
            rows: log.querySelectorAll('article').length > 0,
          }))
          .sort((a, b) => Number(b.isSeen) - Number(a.isSeen)),
      );
    await eventually(logs).toEqual([
      { isSeen: true, isLaidOut: true, rows: true },
      { isSeen: false, isLaidOut: true, rows: true },
    ]);
    await expect(page.getByRole('log').count()).resolves.toBe(1);
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.checkVisibility())).toBe(true);
    }
    expect(complaints).toEqual([]);
  });
});

const shown = (page: Page, name: string) =>
  page
    .getByRole('region', { name: new RegExp(name) })
    .getByRole('log')
    .waitFor();

/** The one list of messages that is in sight. */
const log = (page: Page) => page.getByRole('log');

async function wheel(page: Page, by: number): Promise<void> {
  const box = await log(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  const before = await log(page).evaluate((element) => element.scrollTop);
  await page.mouse.wheel(0, by);
  await eventually(() => log(page).evaluate((element) => element.scrollTop)).not.toBe(before);
  // What is measured on the way moves what was guessed: only a place that stays is a place.
  let last = await atTop(page);
  await eventually(async () => {
    await page.waitForTimeout(100);
    const [then, now] = [last, await atTop(page)];
    last = now;
    return JSON.stringify(then) === JSON.stringify(now);
  }).toBe(true);
}

/** The first message in view, and how far its top lies from the list's. */
const atTop = (page: Page) =>
  log(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll('article')].map((row) => ({ row, box: row.getBoundingClientRect() }));
    const first = rows.filter(({ box }) => box.bottom > top + 1).sort((one, other) => one.box.top - other.box.top)[0];
    return { line: /Linha \d+/.exec(first?.row.textContent ?? '')?.[0], from: Math.round((first?.box.top ?? 0) - top) };
  });

const isAtEnd = (page: Page) =>
  log(page).evaluate(
    (element) => element.scrollHeight > element.clientHeight && element.scrollHeight - element.scrollTop - element.clientHeight < 5,
  );
