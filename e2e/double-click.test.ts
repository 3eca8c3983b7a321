import { ticketsApi } from '@prosa/contracts/tickets';
import { describe, expect, test } from 'vitest';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn, phoneOf, ticketOf } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('a hand that clicks twice, in a real browser', () => {
  const stage = openStage();

  test.each([1440, 390])('at %i px a double click on «Aceitar» accepts one customer', async (width) => {
    const admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const agent = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    for (const [index, name] of ['Ana Clara', 'João Pedro', 'Rita Lima'].entries()) {
      const phone = phoneOf(admin, whatsappId, `551197777100${index}`, name);
      await phone.write('Bom dia');
      await ticketOf(admin, phone);
    }
    const { page, complaints } = await openProfile(stage.browser, stage.world.server.url, { width });
    const moved: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && moved.push(new URL(request.url()).pathname));
    await logIn(page, agent);
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    const buttons = page.getByRole('button', { name: /^Aceitar o atendimento de/ });
    await eventually(() => buttons.count()).toBe(3);
    await buttons.first().dblclick();
    // It leads to the conversation, so both clicks have come.
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByRole('log').getByText('Bom dia').waitFor();
    expect(moved).toHaveLength(1);
    const { tickets } = await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } });
    expect(tickets).toHaveLength(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
