import { holidayLive, holidaysApi } from '@prosa/contracts/holidays';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { findHolidayOn } from './holidays.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const create = (admin: Client, date: string, name: string) => admin.call(holidaysApi.create, { body: { date, name } });

test('holidays of a company, by date, with a name: listed as in the calendar, all or those of one year', async () => {
  const admin = await world.company();
  const natal = await create(admin, '2026-12-25', ' Natal ');
  expect(natal).toEqual({ id: natal.id, date: '2026-12-25', name: 'Natal' });
  await create(admin, '2026-09-07', 'Independência');
  await create(admin, '2027-01-01', 'Confraternização Universal');
  const dates = async (query = {}) => (await admin.call(holidaysApi.list, { query })).map(({ date }) => date);
  expect(await dates()).toEqual(['2026-09-07', '2026-12-25', '2027-01-01']);
  expect(await dates({ year: 2026 })).toEqual(['2026-09-07', '2026-12-25']);
  const moved = await admin.call(holidaysApi.update, { params: { id: natal.id }, body: { date: '2026-12-24', name: 'Véspera' } });
  expect(moved).toEqual({ id: natal.id, date: '2026-12-24', name: 'Véspera' });
  expect(await admin.call(holidaysApi.show, { params: { id: natal.id } })).toEqual(moved);
  await admin.call(holidaysApi.remove, { params: { id: natal.id } });
  expect(await admin.raw('GET', `/holidays/${natal.id}`)).toMatchObject(refusal(404, 'ERR_NO_HOLIDAY_FOUND'));
});

test('a date has one holiday, also when twenty are made at once; another company has its own', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => admin.raw('POST', '/holidays', { body: { date: '2026-12-25', name: `Natal ${n}` } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(refusal(409, 'ERR_HOLIDAY_ALREADY_EXISTS'));
  const { id } = await create(admin, '2026-12-26', 'Depois');
  expect(await admin.raw('PUT', `/holidays/${id}`, { body: { date: '2026-12-25' } })).toMatchObject(
    refusal(409, 'ERR_HOLIDAY_ALREADY_EXISTS'),
  );
  await create(other, '2026-12-25', 'Natal');
  expect(await other.raw('PUT', `/holidays/${id}`, { body: { name: 'Nosso' } })).toMatchObject(refusal(404, 'ERR_NO_HOLIDAY_FOUND'));
});

test('a date is a day of the calendar, and a name is needed; only admins have to do with them', async () => {
  const admin = await world.company();
  for (const date of ['2026-02-30', '25/12/2026', '1999-12-31', '2101-01-01', ''])
    expect((await admin.raw('POST', '/holidays', { body: { date, name: 'Natal' } })).status, date).toBe(400);
  expect((await admin.raw('POST', '/holidays', { body: { date: '2026-12-25', name: ' ' } })).status).toBe(400);
  for (const profile of ['user', 'supervisor'] as const)
    expect(await (await world.colleague(admin, profile)).raw('GET', '/holidays')).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
});

test('admins hear of each change; who asks for hours finds the day', async () => {
  const admin = await world.company();
  const [ofAdmin, ofAgent] = [await admin.listen(), await (await world.colleague(admin)).listen()];
  const { id } = await create(admin, '2026-11-20', 'Consciência Negra');
  const on = (day: string) =>
    inScope(world.server.platform, { companyId: admin.user.companyId }, async (scope) => (await findHolidayOn(scope, day))?.name);
  expect([await on('2026-11-20'), await on('2026-11-21')]).toEqual(['Consciência Negra', undefined]);
  await admin.call(holidaysApi.remove, { params: { id } });
  await expect.poll(() => ofAdmin.of(holidayLive).map(({ action }) => action)).toEqual(['create', 'delete']);
  expect(ofAgent.of(holidayLive)).toEqual([]);
});
