import { ticketsApi } from '@prosa/contracts/tickets';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureScripts } from '../bench/browser/measures.ts';
import { type Client, sayIn } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, phoneOf, ticketOf } from './journey.ts';
import { heightOf, isTouched, lookAt, prepare, settle, walk } from './pictures/look.ts';
import { openStage } from './stage.ts';

/** What a browser may have to fetch, compressed, before somebody can work on /tickets with a conversation open and the tour. */
const mostKilobytes = 340;

/** The whole is `npm run pictures`; this is the part of it that `npm test` can afford. */
describe.runIf(hasChrome)('screens at the widths where they break first', () => {
  const stage = openStage();
  let admin: Client;
  let agent: Client;
  let uuid: string;

  beforeAll(async () => {
    admin = await stage.world.company();
    const queueId = await stage.world.queue(admin);
    const whatsappId = await stage.world.connection(admin, { queueIds: [queueId] });
    const phone = phoneOf(admin, whatsappId, '5511977776666', 'Maria Aparecida dos Santos Albuquerque');
    await phone.write('Bom dia! Vocês entregam no sábado? Preciso de doze uniformes para a escola até o fim do mês.');
    await phone.sendFile(new File(['%PDF-1.4\n%%EOF\n'], 'orçamento-uniformes-escola-2026-versao-final.pdf', { type: 'application/pdf' }));
    const ticket = await ticketOf(admin, phone);
    uuid = ticket.uuid;
    await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: admin.user.id } });
    await sayIn(admin, ticket.id, 'Entregamos, sim. O frete é grátis.');
    agent = await stage.world.colleague(admin, 'user', { queueIds: [queueId] });
    const other = phoneOf(admin, whatsappId, '5511966665555', 'Rita Lima');
    await other.write('Olá');
    await agent.call(ticketsApi.update, { params: { id: (await ticketOf(admin, other)).id }, body: { status: 'open' } });
  });

  test.each([390, 768])('nothing is cut, sideways or too small to press at %i px', async (width) => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, {
      ...{ width, height: heightOf(width), touch: isTouched(width) },
    });
    await prepare(page);
    await logIn(page, admin);
    await settle(page);
    for (const path of ['/tickets', `/tickets/${uuid}`, '/contacts', '/users']) {
      await walk(page, path);
      expect(await lookAt(page, { themes: ['light'] }), `${path} at ${width} px`).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(`/tickets with a conversation needs at most ${mostKilobytes} kB of JavaScript, also on the tour`, async () => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url);
    // What is fetched ahead once the page has rested for some seconds is not needed for it.
    await page.addInitScript(() => {
      const soon = window.setTimeout;
      const only = (work: () => void, delay = 0) => (delay < 3_000 ? soon(work, delay) : 0);
      Object.assign(window, { setTimeout: only });
    });
    await logIn(page, agent);
    // It is offered after a login, beside the lists, where nothing else can be pressed.
    await page.getByRole('button', { name: 'Ver o tour' }).click();
    await page.getByText('1 de 5').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Seus atendimentos');
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page.getByRole('tab', { name: /Atendendo/ }).click();
    const { kilobytes, sizes } = await measureScripts(page);
    expect(kilobytes, JSON.stringify(sizes)).toBeLessThanOrEqual(mostKilobytes);
    expect(kilobytes).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Pular o tour' }).click();
    await page.reload();
    await page.locator('a[data-row]').first().waitFor();
    expect(await page.getByRole('button', { name: 'Pular o tour' }).count()).toBe(0);
    await context.close();
  });
});
