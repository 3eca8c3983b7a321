import { announcementsApi } from '@prosa/contracts/announcements';
import { helpsApi } from '@prosa/contracts/helps';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { openBrowser } from '../server/test/browser.ts';
import { openWorld } from '../server/test/world.ts';
import { furnish } from './furnish.ts';
import { speakForThePlatform } from './platform.ts';
import { conversations } from './story.ts';

const world = await openWorld();

test('"a furnished demo company on the simulator": everybody it names can log in and finds work', async () => {
  const logins = await furnish(world.server.url, world.password);
  expect(logins.map(({ profile }) => profile)).toEqual(['admin', 'supervisor', 'user', 'user']);
  for (const { email, name } of logins) {
    const person = openBrowser(world.server.url);
    expect((await person.logIn(email, world.password)).user.name).toBe(name);
    const { tickets } = await person.call(ticketsApi.list, { query: {} });
    expect(tickets.length, name).toBeGreaterThan(0);
  }
  const admin = openBrowser(world.server.url);
  await admin.logIn(logins[0]?.email ?? '', world.password);
  const count = async (status: 'pending' | 'open' | 'closed') =>
    (await admin.call(ticketsApi.list, { query: { status, showAll: 'true' } })).count;
  const [pending, open, closed] = [await count('pending'), await count('open'), await count('closed')];
  expect([pending, open, closed].every((number) => number >= 2)).toBe(true);
  expect(pending + open + closed).toBe(conversations.length);
});

test('"the demo shows a menu, a queue out of hours and a rating at work"', async () => {
  const admin = openBrowser(world.server.url);
  await admin.logIn('marina@loja-aurora.exemplo', world.password);
  const told = async (customer: string) => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: customer.toLowerCase(), showAll: 'true' } });
    const [ticket] = tickets;
    const { messages } = await admin.call(messagesApi.list, { params: { ticketId: ticket?.id ?? 0 }, query: {} });
    const steps = await admin.call(ticketsApi.history, { params: { id: ticket?.id ?? 0 } });
    return { ticket, automatic: messages.filter(({ why }) => why !== null), steps };
  };
  const menu = await told('Marcos Teixeira');
  expect(menu.ticket).toMatchObject({ status: 'pending', queue: { name: 'Suporte' } });
  expect(menu.automatic[0]?.body).toMatch(/Loja Aurora.*1.*Vendas.*2.*Suporte.*3.*Financeiro/s);
  expect(menu.steps.map(({ what }) => what)).toEqual(['create', 'bot-queue', 'bot-option', 'bot-option', 'bot-ended']);
  const hours = await told('Lívia Moura');
  expect(hours.automatic.at(-1)).toMatchObject({ origin: 'hours', body: expect.stringContaining('não atende hoje') });
  const rating = await told('Helena Prado');
  expect(rating.steps.at(-1)).toMatchObject({ what: 'rating', why: 'the customer rated the service with 3 of 3' });
});

test('the platform says something to everybody, and has a help video', async () => {
  await speakForThePlatform(world.server.url, { email: world.config.ADMIN_EMAIL, password: world.password });
  const reader = await world.company();
  expect(await reader.call(announcementsApi.list, { query: {} })).toMatchObject({ count: 1 });
  expect(await reader.call(helpsApi.everyone, { query: {} })).toHaveLength(1);
});
