import { companiesApi } from '@prosa/contracts/companies';
import { paymentsApi } from '@prosa/contracts/payments';
import { plansApi } from '@prosa/contracts/plans';
import { sessionApi } from '@prosa/contracts/session';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { sessionsIn } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';
import { createInvoices } from './invoices.actions.ts';

const world = await openWorld({ ROLES: 'web' });
const { setDueDate, dayFromNow } = sessionsIn(world);
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

async function companyOn(prices: Record<string, string>) {
  const admin = await world.company();
  const plan = await boss.call(plansApi.create, {
    body: { name: `Por período ${admin.user.companyId}`, users: 9, connections: 9, queues: 9, value: '99.90', prices },
  });
  return { admin, id: admin.user.companyId, planId: plan.id };
}
const change = (id: number, body: object) => boss.call(companiesApi.update, { params: { id }, body });
const valuesOf = async (admin: Client) => (await admin.call(paymentsApi.invoices, { query: {} })).invoices.map(({ value }) => value);

test.each([
  ['MENSAL', '99.90'],
  ['BIMESTRAL', '199.80'],
  ['TRIMESTRAL', '299.70'],
  ['SEMESTRAL', '500.00'],
  ['ANUAL', '1198.80'],
])('an invoice for the recurrence %s costs %s', async (recurrence, value) => {
  const { admin, id, planId } = await companyOn({ SEMESTRAL: '500.00' });
  await change(id, { planId, recurrence });
  await setDueDate(id, dayFromNow(10));
  await createInvoices(world.server.platform);
  expect((await valuesOf(admin))[0]).toBe(value);
});

test('a change of the recurrence reprices what is open, so that a year is never paid with a month', async () => {
  const { admin, id, planId } = await companyOn({ ANUAL: '990.00' });
  await change(id, { planId });
  expect(await valuesOf(admin)).toEqual(['99.90']);
  await change(id, { recurrence: 'ANUAL' });
  expect(await valuesOf(admin)).toEqual(['990.00']);
  const [invoice] = (await admin.call(paymentsApi.invoices, { query: {} })).invoices;
  await boss.call(paymentsApi.confirm, { params: { id: invoice?.id ?? 0 } });
  await change(id, { recurrence: 'MENSAL' });
  expect(await valuesOf(admin)).toEqual(['990.00']);
  expect((await admin.call(sessionApi.me, {})).company.dueDate?.slice(0, 4)).toBe(String(Number(dayFromNow(3).slice(0, 4)) + 1));
});
