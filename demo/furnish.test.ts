import { announcementsApi } from '@prosa/contracts/announcements';
import { chatsApi } from '@prosa/contracts/chats';
import { contactListsApi } from '@prosa/contracts/contact-lists';
import { dashboardApi } from '@prosa/contracts/dashboard';
import { helpsApi } from '@prosa/contracts/helps';
import { holidaysApi } from '@prosa/contracts/holidays';
import { messagesApi } from '@prosa/contracts/messages';
import { paymentsApi } from '@prosa/contracts/payments';
import { schedulesApi } from '@prosa/contracts/schedules';
import { ticketsApi } from '@prosa/contracts/tickets';
import { webhooksApi } from '@prosa/contracts/webhooks';
import { expect, test } from 'vitest';
import { openBrowser } from '../server/test/browser.ts';
import { openWorld } from '../server/test/world.ts';
import { furnish } from './furnish.ts';
import { rememberPast } from './past.ts';
import { billFor, speakForThePlatform } from './platform.ts';
import { conversations } from './story.ts';

const world = await openWorld();

test('"a furnished demo company on the simulator": everybody it names can log in and finds work', async () => {
  let remembered = 0;
  const logins = await furnish(world.server.url, world.password, async (past) => {
    remembered = await rememberPast(world.database.url, past);
  });
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
  expect(pending + open + closed).toBe(conversations.length + remembered);
  // The dashboard has a history: what was closed, by whom, how long it took and how it was rated.
  const { counters, attendants } = await admin.call(dashboardApi.show, { query: { days: 90 } });
  expect(counters.supportFinished).toBe(closed);
  expect(counters.leads).toBeGreaterThan(100);
  expect(attendants.filter(({ rating, avgSupportTime }) => rating > 0 && avgSupportTime > 0).length).toBeGreaterThanOrEqual(3);
  expect(await admin.call(holidaysApi.list, { query: {} })).not.toEqual([]);
  expect((await admin.call(schedulesApi.list, { query: { status: 'PENDENTE' } })).count).toBeGreaterThan(3);
  const [list] = await admin.call(contactListsApi.everyone, { query: {} });
  expect(list?.contactsCount).toBeGreaterThan(5);
  // Nobody outside is called by a demonstration.
  expect((await admin.call(webhooksApi.list, { query: {} })).webhooks).toMatchObject([{ name: 'Sistema de pedidos', active: false }]);
  expect(await admin.call(chatsApi.list, { query: { unread: 'true' } })).toMatchObject({ count: 2 });
});

test('invoices are there in all three states, and the company may work', async () => {
  const platform = { email: world.config.ADMIN_EMAIL, password: world.password };
  const shop = { email: 'marina@loja-aurora.exemplo', password: world.password };
  await billFor(world.server.url, platform, shop);
  const admin = openBrowser(world.server.url);
  const { user } = await admin.logIn(shop.email, shop.password);
  const today = new Date().toISOString().slice(0, 10);
  const { invoices } = await admin.call(paymentsApi.invoices, { query: {} });
  const states = invoices.map(({ status, dueDate }) => (status === 'paid' ? 'paid' : dueDate < today ? 'overdue' : 'open'));
  expect(new Set(states)).toEqual(new Set(['paid', 'overdue', 'open']));
  expect(user.company.dueDate?.localeCompare(today)).toBe(1);
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
  expect(await reader.call(announcementsApi.list, { query: {} })).toMatchObject({ count: 3 });
  expect(await reader.call(helpsApi.everyone, { query: {} })).toHaveLength(3);
});
