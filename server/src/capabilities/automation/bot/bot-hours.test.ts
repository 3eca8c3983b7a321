import { companiesApi } from '@prosa/contracts/companies';
import { holidaysApi } from '@prosa/contracts/holidays';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { type WorkingHours, weekdays } from '@prosa/contracts/working-hours';
import { expect, test } from 'vitest';
import { customerOf, historyOf, openShop, setting } from '../../../../test/bot-shop.ts';
import type { Client } from '../../../../test/browser.ts';
import { minute, move } from '../../../../test/office.ts';
import { openWorld } from '../../../../test/world.ts';
import { localTime } from './hours.rules.ts';

const world = await openWorld();

const mainMenu = 'Bem-vindo à Loja!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const closedText = 'Estamos fechados.';
const never: WorkingHours[] = weekdays.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '00:00' }));
const always: WorkingHours[] = weekdays.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '23:59' }));

const keepHours = (admin: Client, schedules: WorkingHours[]) =>
  admin.call(companiesApi.schedules, { params: { id: admin.user.companyId }, body: { schedules } });
const shop = (settings: Record<string, string>) => openShop(world, { outOfHoursMessage: closedText, settings });

test('the company is closed: its text instead of the menu, once in five minutes; when it opens, the menu', async () => {
  const { admin, whatsappId } = await shop({ scheduleType: 'company' });
  await keepHours(admin, never);
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe(closedText);
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: null, chatbot: false });
  await ana.isNotAnswered('Tem alguém?');
  world.clock.move(4 * minute);
  await ana.isNotAnswered('Alô?');
  world.clock.move(1.5 * minute);
  expect(await ana.says('Alô??')).toBe(closedText);
  expect((await historyOf(admin, (await ana.ticket()).id)).slice(1)).toEqual([
    ['hours', null, null, 'the company is closed at this time'],
    ['hours', null, null, 'the company is closed at this time'],
  ]);
  await keepHours(admin, always);
  expect(await ana.says('Bom dia')).toBe(mainMenu);
});

test('nobody is told so while an agent serves, nor in a ticket that a person has had', async () => {
  const { admin, whatsappId } = await shop({ scheduleType: 'company' });
  await keepHours(admin, never);
  const ana = customerOf(admin, whatsappId);
  await admin.refresh();
  await ana.says('Oi');
  const { id } = await ana.ticket();
  await move(admin, id, { status: 'open', userId: admin.user.id });
  world.clock.move(6 * minute);
  await ana.isNotAnswered('Obrigada');
});

test('a queue’s own hours, evaluated when it is chosen: its text, the way back, and the ticket waits in it', async () => {
  const { admin, whatsappId, sales, support } = await shop({ scheduleType: 'queue' });
  await admin.call(queuesApi.update, { params: { id: sales }, body: { schedules: never, outOfHoursMessage: 'Vendas só amanhã.' } });
  await admin.call(queuesApi.update, { params: { id: support }, body: { schedules: never } });
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe(mainMenu);
  expect(await ana.says('1')).toBe('Vendas só amanhã.\n\n*[ # ]* - Menu inicial');
  expect(await ana.ticket()).toMatchObject({ status: 'pending', queueId: sales, chatbot: false });
  expect(await ana.says('#')).toBe(mainMenu);
  expect(await ana.ticket()).toMatchObject({ queueId: null, chatbot: true });
  // Five minutes are of the conversation, whichever queue it is about.
  await ana.isNotAnswered('2');
  expect(await ana.ticket()).toMatchObject({ queueId: support });
  world.clock.move(6 * minute);
  expect(await ana.says('Oi?')).toBe(`${closedText}\n\n*[ # ]* - Menu inicial`);
  await admin.call(queuesApi.update, { params: { id: support }, body: { schedules: always } });
  expect(await ana.says('Bom dia')).toContain('Suporte, em que ajudamos?');
  const waiting = await admin.call(ticketsApi.list, { query: { status: 'pending', queueIds: `[${support}]`, showAll: 'true' } });
  expect(waiting.tickets.map(({ id }) => id)).toEqual([(await ana.ticket()).id]);
});

test('days and hours are those of the company’s zone, and a holiday closes its day', async () => {
  const { admin, whatsappId } = await shop({ scheduleType: 'company', timezone: 'Asia/Tokyo' });
  await admin.refresh();
  await keepHours(admin, always);
  const today = localTime(world.clock(), 'Asia/Tokyo').date;
  await admin.call(holidaysApi.create, { body: { date: today, name: 'Fundação' } });
  const ana = customerOf(admin, whatsappId);
  expect(await ana.says('Oi')).toBe(closedText);
  expect((await historyOf(admin, (await ana.ticket()).id)).at(-1)).toEqual(['hours', null, null, 'today is a holiday of the company']);
  // Half the world away it is another day, or was none.
  await setting(admin, 'timezone', 'Pacific/Honolulu');
  const there = localTime(world.clock(), 'Pacific/Honolulu').date;
  world.clock.move(6 * minute);
  const bia = customerOf(admin, whatsappId);
  expect(await bia.says('Oi')).toBe(there === today ? closedText : mainMenu);
});
