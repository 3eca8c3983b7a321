import { paymentLive } from '@prosa/contracts/payment-live';
import { paymentsApi } from '@prosa/contracts/payments';
import { sessionApi } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { me, sessionsIn } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';
import { createInvoices } from './invoices.actions.ts';

const world = await openWorld({ PIX_KEY: 'financeiro@prosa.example', PIX_NAME: 'Prosa', PIX_CITY: 'São Paulo' });
const { setDueDate, dayFromNow } = sessionsIn(world);
const { platform } = world.server;
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

const query = (statement: string, values: unknown[] = []) => platform.databases.platform.query(statement, values);
const invoicesOf = (admin: Client, searchParam = '') => admin.call(paymentsApi.invoices, { query: { searchParam } });
const dueDateOf = async (admin: Client) => (await admin.call(sessionApi.me, {})).company.dueDate;

/** Rows of a table that the platform's role may not read are counted from above. */
async function rows(table: 'payments' | 'charges', companyId: number): Promise<Array<Record<string, unknown>>> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: world.database.url });
  await client.connect();
  const found = await client.query(`select * from ${table} where company_id = $1 order by id`, [companyId]);
  await client.end();
  return found.rows;
}

test('"The first invoice is made with the sign-up", for the plan’s value and the due date', async () => {
  const admin = await world.company();
  const { invoices, count, hasMore, checkout } = await invoicesOf(admin);
  expect({ count, hasMore }).toEqual({ count: 1, hasMore: false });
  expect(invoices[0]).toMatchObject({ detail: 'Plano 2', value: '99.90', dueDate: dayFromNow(3), status: 'open' });
  expect(checkout).toMatchObject({ plan: { name: 'Plano 2', value: '99.90' }, dueDate: dayFromNow(3), trialExpiration: dayFromNow(3) });
});

test('an invoice is made 20 days before each due date, one per company and due date, however many make them', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const made = async () => (await query('select due_date from invoices where company_id = $1 order by 1', [companyId])).rowCount;
  await setDueDate(companyId, dayFromNow(21));
  await createInvoices(platform);
  expect(await made()).toBe(1);
  await setDueDate(companyId, dayFromNow(20));
  await Promise.all(Array.from({ length: 8 }, () => createInvoices(platform)));
  expect(await made()).toBe(2);
  await setDueDate(companyId, dayFromNow(-5));
  await createInvoices(platform);
  expect((await invoicesOf(admin)).invoices.map(({ dueDate }) => dueDate)).toEqual([dayFromNow(20), dayFromNow(3), dayFromNow(-5)]);
  const ofPlatform = await query('select from invoices i join companies c on c.id = i.company_id where c.is_platform');
  expect(ofPlatform.rowCount).toBe(0);
});

test('invoices are searched by what is seen of them', async () => {
  const admin = await world.company();
  const [invoice] = (await invoicesOf(admin)).invoices;
  for (const word of ['plano', String(invoice?.id), '99,90', invoice?.dueDate.split('-').reverse().join('/') ?? ''])
    expect((await invoicesOf(admin, word)).count, word).toBe(1);
  expect(await invoicesOf(admin, 'nada disso')).toMatchObject({ invoices: [], count: 0 });
});

test('POST /subscription answers the platform’s own Pix code with the invoice’s value, and keeps whom to bill', async () => {
  const admin = await world.company();
  const invoiceId = (await invoicesOf(admin)).invoices[0]?.id ?? 0;
  const body = {
    invoiceId,
    firstName: 'Ana',
    lastName: 'Souza',
    address2: 'Rua A, 1',
    city: 'Campinas',
    state: 'SP',
    zipcode: '13000-000',
  };
  const { qrcode, valor } = await admin.call(paymentsApi.subscribe, { body });
  expect(valor).toEqual({ original: '99.90' });
  expect(qrcode.qrcode).toMatch(
    new RegExp(
      `^000201.*br.gov.bcb.pix0124financeiro@prosa.example.*540599.905802BR5905PROSA6009SAO PAULO.*FATURA${invoiceId}6304[0-9A-F]{4}$`,
    ),
  );
  expect((await invoicesOf(admin)).checkout.billing).toEqual({
    billingName: 'Ana Souza',
    street: 'Rua A, 1',
    city: 'Campinas',
    state: 'SP',
    zipcode: '13000-000',
    district: '',
  });
  // Without a number it is the oldest that is open.
  expect(await admin.call(paymentsApi.subscribe, { body: {} })).toMatchObject({ valor: { original: '99.90' } });
  expect((await invoicesOf(admin)).checkout.billing.billingName).toBe('Ana Souza');
});

test('"Confirmed by POST /invoices/{id}/confirm": once, by the platform’s people alone, with event and ledger row', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const ear = await admin.listen();
  const [invoice] = (await invoicesOf(admin)).invoices;
  const params = { id: invoice?.id ?? 0 };
  expect(await admin.send(paymentsApi.confirm, { params })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await boss.send(paymentsApi.confirm, { params: { id: 2_000_000_000 } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_INVOICE_FOUND' },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => boss.send(paymentsApi.confirm, { params })));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { id: params.id, status: 'paid' } });
  const due = await dueDateOf(admin);
  // Three days of trial were left: a month from then on.
  expect(due).toBe(monthsAfter(dayFromNow(3), 1));
  expect(await boss.send(paymentsApi.confirm, { params })).toMatchObject({ status: 200 });
  expect(await dueDateOf(admin)).toBe(due);
  await expect.poll(() => ear.of(paymentLive), patient).toHaveLength(1);
  expect(ear.of(paymentLive)[0]).toMatchObject({ action: 'CONCLUIDA', company: { id: companyId, dueDate: due } });
  expect(await rows('payments', companyId)).toMatchObject([{ provider: 'manual', value: '99.90', end_to_end_id: `invoice:${params.id}` }]);
  expect(await admin.send(paymentsApi.subscribe, { body: { invoiceId: params.id } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_INVOICE_PAID' },
  });
});

const monthsAfter = (day: string, months: number) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
};

test.each([
  ['MENSAL', 1],
  ['BIMESTRAL', 2],
  ['TRIMESTRAL', 3],
  ['SEMESTRAL', 6],
  ['ANUAL', 12],
])('a payment moves the due date by the recurrence %s, from today where it has passed', async (recurrence, months) => {
  const admin = await world.company();
  const { companyId } = admin.user;
  await query('update companies set recurrence = $2 where id = $1', [companyId, recurrence]);
  await setDueDate(companyId, dayFromNow(-40));
  const [invoice] = (await invoicesOf(admin)).invoices.filter(({ dueDate }) => dueDate === dayFromNow(-40));
  await boss.call(paymentsApi.confirm, { params: { id: invoice?.id ?? 0 } });
  expect(await dueDateOf(admin)).toBe(monthsAfter(dayFromNow(0), months));
});

test('an overdue admin pays with the token of the refused login; the payment brings everybody back without a new login', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { companyId, email } = admin.user;
  const agentEar = await agent.listen();
  await setDueDate(companyId, dayFromNow(-1));

  const visitor = world.client();
  const refused = await visitor.send(sessionApi.login, { body: { email, password: world.password } });
  expect(refused).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: dayFromNow(-1) } });
  const { billingToken } = Object(refused.body);
  const ofAgent = await visitor.send(sessionApi.login, { body: { email: agent.user.email, password: world.password } });
  expect(ofAgent.status).toBe(402);
  expect(ofAgent.body).not.toHaveProperty('billingToken');

  const payer = world.client();
  payer.token = String(billingToken);
  const payerEar = await payer.listen();
  const open = (await invoicesOf(payer)).invoices.find(({ dueDate }) => dueDate === dayFromNow(-1));
  expect(await payer.call(paymentsApi.subscribe, { body: { invoiceId: open?.id ?? 0 } })).toMatchObject({ valor: { original: '99.90' } });
  expect((await payer.raw('GET', '/tickets')).status).toBe(403);
  expect(await agent.send(usersApi.list, { query: {} })).toMatchObject({ status: 402 });
  expect(await agent.send(paymentsApi.invoices, { query: {} })).toMatchObject({ status: 403 });
  // The admin's own session pays as well.
  expect(await admin.call(paymentsApi.subscribe, { body: {} })).toMatchObject({ valor: { original: '99.90' } });

  await boss.call(paymentsApi.confirm, { params: { id: open?.id ?? 0 } });
  await expect.poll(() => payerEar.heard.filter(({ name }) => name === `company-${companyId}-payment`), patient).toHaveLength(1);
  await expect.poll(() => agentEar.of(paymentLive), patient).toHaveLength(1);
  expect((await me(agent)).status).toBe(200);
  expect((await admin.send(usersApi.list, { query: {} })).status).toBe(200);
  expect((await agent.raw('GET', '/tickets')).status).toBe(200);
  expect(agentEar.socket.connected).toBe(true);
});

test('the browser can not influence an amount, a due date, a plan or a role: tried field by field', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const state = async () => ({
    company: (await query('select plan_id, due_date, recurrence, status, trial_expiration from companies where id = $1', [companyId])).rows,
    me: (await me(admin)).body,
    invoices: (await invoicesOf(admin)).invoices,
  });
  const before = await state();
  const wishes: Record<string, unknown> = {
    price: 0.01,
    value: '0.01',
    valor: { original: '0.01' },
    users: 9999,
    connections: 9999,
    queues: 9999,
    plan: JSON.stringify({ price: 0.01, users: 9999, connections: 9999 }),
    planId: 1,
    dueDate: '2099-01-01',
    trialExpiration: '2099-01-01',
    recurrence: 'ANUAL',
    status: 'paid',
    companyId: 1,
    company: { id: 1 },
    profile: 'admin',
    super: true,
    isPlatform: true,
  };
  for (const [name, wish] of [...Object.entries(wishes), ['all of them', undefined] as const]) {
    const body = name === 'all of them' ? wishes : { [name]: wish };
    const answer = await admin.raw('POST', '/subscription', { body });
    expect(answer, name).toMatchObject({ status: 200, body: { valor: { original: '99.90' } } });
    expect(await state(), name).toEqual(before);
    const search = new URLSearchParams(Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]));
    expect((await admin.raw('GET', `/invoices/all?${search.toString()}`)).status, name).toBe(200);
    expect(await state(), name).toEqual(before);
  }
});

test('"Card fields of the payload are dropped at the door": they are in no row and change no request', async () => {
  const admin = await world.company();
  const card = { nameOnCard: 'ANA SOUZA', cardNumber: '4111111111111111', cvv: '737' };
  const headers = { 'idempotency-key': `card-${admin.user.companyId}` };
  const first = await admin.raw('POST', '/subscription', { body: { city: 'Campinas', ...card }, headers });
  expect(first.status).toBe(200);
  // Another card under the same key is the same request: not even a checksum of it was kept.
  expect(await admin.raw('POST', '/subscription', { body: { city: 'Campinas', cardNumber: '5500000000000004' }, headers })).toMatchObject({
    status: 200,
    body: first.body,
  });
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: world.database.url });
  await client.connect();
  const tables = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  for (const { name } of tables.rows) {
    const found = await client.query(`select from ${name} t where t::text like any($1)`, [
      [`%${card.cardNumber}%`, `%${card.nameOnCard}%`],
    ]);
    expect(found.rowCount, name).toBe(0);
  }
  await client.end();
});

test('without a key nobody can pay, and it says so; the platform’s settings give one', async () => {
  const bare = await openWorld({ ROLES: 'web' });
  const admin = await bare.company();
  expect(await admin.send(paymentsApi.subscribe, { body: {} })).toMatchObject({
    status: 400,
    body: { error: 'ERR_PAYMENT_NOT_CONFIGURED' },
  });
  const root = bare.client();
  await root.logIn(bare.config.ADMIN_EMAIL);
  const set = (client: Client, key: string, value: string) => client.raw('PUT', `/settings/${key}`, { body: { value } });
  expect((await set(admin, 'pixKey', 'ladrao@exemplo.com')).status).toBe(404);
  for (const [key, value] of Object.entries({ pixKey: '+5511999990000', pixName: 'Loja', pixCity: 'Recife' }))
    expect(await set(root, key, value)).toMatchObject({ status: 200, body: { key, value } });
  expect((await admin.call(paymentsApi.subscribe, { body: {} })).qrcode.qrcode).toMatch(/\+5511999990000.*5904LOJA6006RECIFE/);
  await bare.close();
});
