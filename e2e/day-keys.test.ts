import { ticketsApi } from '@prosa/contracts/tickets';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)("an agent's day: by keyboard, and on a phone, in a real browser", () => {
  const stage = openStage();
  let admin: Client;
  let bia: Client;
  let page: Page;
  let complaints: string[];
  const field = () => page.getByRole('textbox', { name: 'Mensagem' });
  const row = (name: string) => page.locator('a[data-row]', { hasText: name });
  const holds = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    bia = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    for (const [index, name] of ['Ana Clara', 'João Pedro', 'Rita Lima'].entries()) {
      const phone = phoneOf(admin, whatsappId, `551197777000${index}`, name);
      await phone.write(`Preciso do boleto ${index}, meu e-mail é ana@exemplo.com`);
      const { id } = await ticketOf(admin, phone);
      if (index < 2) await bia.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: bia.user.id } });
    }
    ({ page, complaints } = await openProfile(stage.browser, stage.world.server.url));
    await logIn(page, bia);
    await row('Ana Clara').click();
    await page.locator('textarea:focus').waitFor();
  });

  test('Alt and an arrow go to the next conversation also from an empty field, and quote nothing', async () => {
    const before = page.url();
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => page.url()).not.toBe(before);
    expect(await page.getByRole('button', { name: 'Não responder a esta mensagem' }).count()).toBe(0);
    await eventually(() => holds(field())).toBe(true);
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => page.url()).toBe(before);
    await eventually(() => holds(field())).toBe(true);
  });

  test('Esc leaves the field first, for the row in the list; only then the conversation, and the row keeps the focus', async () => {
    await page.keyboard.press('Escape');
    await eventually(() => holds(row('Ana Clara'))).toBe(true);
    expect(page.url()).toMatch(/[0-9a-f-]{36}$/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/tickets$/);
    expect(await holds(row('Ana Clara'))).toBe(true);
    await page.keyboard.press('Enter');
    await eventually(() => holds(field())).toBe(true);
  });

  test('the search inside a conversation gives the focus back', async () => {
    await page.keyboard.press('Control+f');
    await eventually(() => holds(page.getByRole('textbox', { name: 'Buscar na conversa' }))).toBe(true);
    await page.keyboard.press('Escape');
    await eventually(() => holds(field())).toBe(true);
  });

  test('chosen files are followed by their caption', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anexar' }).click();
    await (await choosing).setFiles({ name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await page.getByText('manual.pdf').waitFor();
    await eventually(() => holds(field())).toBe(true);
    await page.getByRole('button', { name: /Remover.*manual.pdf/ }).click();
  });

  test('F6 goes around all regions and never sticks, with and without a conversation', async () => {
    const around = async () => {
      const stops = new Set<string>();
      for (let presses = 0; presses < 8; presses += 1) {
        const before = await page.evaluate(() => document.activeElement?.closest('[data-region]')?.className);
        await page.keyboard.press('F6');
        const now = await page.evaluate(() => document.activeElement?.closest('[data-region]')?.className);
        expect(now, 'F6 leads on').not.toBe(before);
        stops.add(now ?? '');
      }
      return stops.size;
    };
    await field().focus();
    expect(await around()).toBeGreaterThanOrEqual(3);
    await page.goto('/tickets');
    await row('Ana Clara').focus();
    expect(await around()).toBeGreaterThanOrEqual(2);
  });

  test('P shows who waits, the palette knows it too, and whom one accepts is the chosen row', async () => {
    await page.goto('/tickets');
    await row('Ana Clara').waitFor();
    await page.keyboard.press('p');
    await eventually(() => page.getByRole('tab', { name: /Aguardando/ }).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('1');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Busque/ }).fill('aguardando');
    await page.getByRole('option', { name: /Ver aguardando/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Rita Lima' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.waitForURL(/[0-9a-f-]{36}$/);
    await eventually(() => row('Rita Lima').getAttribute('aria-current')).toBe('page');
  });

  test('on a phone a conversation has the screen: no top bar, no tabs, signing inside the field', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const log = page.getByRole('log');
    await log.waitFor();
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('tab', { name: 'Atendimentos' }).isVisible()).toBe(false);
    const [list, area] = [await log.boundingBox(), await field().boundingBox()];
    expect(list?.height ?? 0).toBeGreaterThan(844 - 56 - 62 - 8);
    const sign = await page.getByRole('switch', { name: 'Assinar' }).boundingBox();
    expect(sign && area && sign.y >= area.y - 2 && sign.y + sign.height <= area.y + area.height + 2).toBe(true);
    await page.getByRole('button', { name: 'Voltar' }).first().click();
    await page.waitForURL(/\/tickets$/);
    expect(await page.getByRole('tab', { name: 'Atendimentos' }).getAttribute('aria-selected')).toBe('true');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('nothing was written to the console as an error', () => expect(complaints).toEqual([]));
});
