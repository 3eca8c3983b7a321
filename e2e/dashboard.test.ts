import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, phoneOf, reach, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('the dashboard', () => {
  const stage = openStage();
  let admin: Client;
  let uuid: string;

  beforeAll(async () => {
    admin = await stage.world.company();
    const whatsappId = await stage.world.connection(admin, { queueIds: [await stage.world.queue(admin)] });
    const joao = phoneOf(admin, whatsappId, '5511977776666', 'João Pedro');
    await joao.write('Bom dia');
    ({ uuid } = await ticketOf(admin, joao));
  });

  test('by keyboard alone: an hour of the chart, the filter, a figure and a ticket behind it', async () => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, admin);
    await page.goto('/');
    await page.getByRole('button', { name: 'Pendentes: 1. Ver atendimentos' }).waitFor();
    const chart = page.getByRole('group', { name: 'Atendimentos hoje' });
    await reach(page, chart.getByRole('button').first());
    const hour = chart.getByRole('button', { name: /: 1 atendimento$/ });
    await reach(page, hour, 'ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Atendimentos hoje · \d\d:00 \(1\)$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await hour.evaluate((bar) => bar === document.activeElement)).toBe(true);
    await reach(page, page.getByLabel('Data inicial', { exact: true }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('31129999');
    await page.keyboard.press('Enter');
    await page.getByText('A data final deve ser igual ou posterior à inicial.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('01012026');
    await page.keyboard.press('Enter');
    await page.getByText(/^De 01\/01\/2026 a /).waitFor();
    await reach(page, page.getByRole('button', { name: 'Leads: 1. Ver atendimentos' }));
    await page.keyboard.press('Enter');
    const rows = page.getByRole('dialog', { name: 'Leads (1)' });
    await reach(page, rows.getByRole('link', { name: /João Pedro/ }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${uuid}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('nothing on the page makes the window itself scroll, however narrow', async () => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await logIn(page, admin);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 700 });
      for (const path of ['/', '/financeiro', '/subscription', '/helps', '/settings']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (path === '/') await page.getByRole('table', { name: 'Atendentes' }).waitFor();
        const beyond = () =>
          page.evaluate(() => {
            const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
            return [scrollWidth - clientWidth, scrollHeight - clientHeight];
          });
        await expect.poll(beyond, { message: `${path} at ${width} px` }).toEqual([0, 0]);
      }
    }
    await context.close();
  });
});
