import { alarmsApi } from '@prosa/contracts/alarms';
import { companiesApi } from '@prosa/contracts/companies';
import { paymentLive } from '@prosa/contracts/payment-live';
import { paymentsApi } from '@prosa/contracts/payments';
import { sessionApi } from '@prosa/contracts/session';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { certificateFile, openFakeEfi } from '../../../test/pix-provider.ts';
import { openWorld } from '../../../test/world.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { findOwner, findUnchecked } from './charges.actions.ts';
import { checkCharge } from './check-charge.ts';
import { createInvoices } from './invoices.actions.ts';
import { efiProvider } from './providers/efi.ts';

const efi = await openFakeEfi();
afterAll(() => efi.close());
const secret = 'um segredo longo do webhook';
const environment = {
  PAYMENT_PROVIDER: 'efi',
  EFI_URL: efi.url,
  EFI_CLIENT_ID: 'id',
  EFI_CLIENT_SECRET: 'segredo',
  EFI_PIX_KEY: 'chave@prosa.example',
  EFI_WEBHOOK_SECRET: secret,
};
const world = await openWorld({ ...environment, PAYMENT_POLL_SECONDS: '86400' });
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

const database = openPool(world.database.url);
afterAll(() => database.end());

type Told = { txid?: string; endToEndId?: string; valor?: string };
const tell = (pix: Told[], hmac = secret, path = '/hooks/efi/pix') =>
  world.client().raw('POST', `${path}?hmac=${encodeURIComponent(hmac)}`, { body: { pix } });
const dueDateOf = async (admin: Client) => (await admin.call(sessionApi.me, {})).company.dueDate;
const alarmsAbout = async (subject: string) =>
  (await boss.call(alarmsApi.list, { query: {} })).alarms.filter((alarm) => alarm.what === 'payment' && alarm.subject === subject);

/** A company that was shown its code. */
async function customer() {
  const admin = await world.company();
  const due = await dueDateOf(admin);
  const before = new Set(efi.charges.keys());
  const charge = await admin.call(paymentsApi.subscribe, { body: {} });
  const txid = [...efi.charges.keys()].find((each) => !before.has(each)) ?? '';
  return { admin, due, charge, txid };
}
const ledger = async (admin: Client) =>
  (
    await database.query(
      `
        select id, value::text, due_before::text, due_after::text, reverses_id
        from payments
        where company_id = $1
        order by id`,
      [admin.user.companyId],
    )
  ).rows;
const looksAt = (txid: string) => efi.calls.filter((call) => call === `GET /v2/cob/${txid}`).length;
const isPaid = async (admin: Client) =>
  (await admin.call(paymentsApi.invoices, { query: {} })).invoices.filter(({ status }) => status === 'paid').length;

test('a company is shown the provider’s code, the same one again, whatever gets lost on the way', async () => {
  const { admin, charge, txid } = await customer();
  expect(charge).toEqual({ qrcode: { qrcode: `00020101021226-${txid}` }, valor: { original: '99.90' } });
  expect(efi.charges.get(txid)).toMatchObject({ value: '99.90', key: 'chave@prosa.example' });
  const asked = efi.calls.length;
  const again = await Promise.all(Array.from({ length: 5 }, () => admin.call(paymentsApi.subscribe, { body: {} })));
  for (const each of again) expect(each).toEqual(charge);
  expect(efi.calls.length).toBe(asked);

  const other = await world.company();
  efi.weather.failNext = { times: 1, status: 500 };
  expect(await other.send(paymentsApi.subscribe, { body: {} })).toMatchObject({ status: 503, body: { error: 'ERR_PAYMENT_UNAVAILABLE' } });
  efi.weather.loseNext = 1;
  expect((await other.send(paymentsApi.subscribe, { body: {} })).status).toBe(503);
  efi.forgetTokens();
  const charges = efi.charges.size;
  expect((await other.call(paymentsApi.subscribe, { body: {} })).valor).toEqual({ original: '99.90' });
  expect(efi.charges.size).toBe(charges);
});

test('"A payment webhook delivered 1 to 100 times, in parallel, in any order": one extension per true payment', async () => {
  const { admin, due, txid } = await customer();
  const ear = await admin.listen();
  const second = await customer();
  const [paid, other] = [efi.pay(txid), efi.pay(second.txid)];
  efi.weather.delay = 20;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => tell(n % 3 === 0 ? [other, paid] : [paid, paid], secret, n % 2 ? '/hooks/efi' : undefined)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  await expect.poll(async () => [await isPaid(admin), await isPaid(second.admin)], patient).toEqual([1, 1]);
  efi.weather.delay = 0;
  const moved = await dueDateOf(admin);
  expect(Date.parse(moved ?? '')).toBeGreaterThan(Date.parse(due ?? ''));
  await tell([paid]);
  await expect.poll(() => ear.of(paymentLive), patient).toHaveLength(1);
  expect(ear.of(paymentLive)[0]).toMatchObject({ action: 'CONCLUIDA', company: { id: admin.user.companyId, dueDate: moved } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await dueDateOf(admin)).toBe(moved);
  expect(ear.of(paymentLive)).toHaveLength(1);
});

test('forged, short and foreign payments leave an alarm row and nothing else', async () => {
  const { admin, due, txid } = await customer();
  const nothing = async () => {
    expect([await dueDateOf(admin), await isPaid(admin)]).toEqual([due, 0]);
  };
  // Not the provider's secret, or none.
  expect(await tell([{ txid, valor: '99.90' }], 'errado')).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_SIGNATURE' } });
  expect((await world.client().raw('POST', '/hooks/efi', { body: { pix: [{ txid }] } })).status).toBe(401);
  expect(await alarmsAbout('efi: webhook')).toMatchObject([{ code: 'BAD_SIGNATURE', company: { id: boss.user.companyId } }]);
  await nothing();
  // Told with the secret, and the provider knows of no payment.
  expect((await tell([{ txid, valor: '99.90', endToEndId: 'E123' }])).status).toBe(200);
  await expect
    .poll(() => alarmsAbout(`efi:${txid}`), patient)
    .toMatchObject([{ code: 'NOT_CONFIRMED', company: { id: admin.user.companyId } }]);
  await nothing();
  // Of a charge that nobody made.
  await tell([{ txid: 'ffffffffffffffffffffffffffffffff' }, { endToEndId: 'E999', valor: '5.00' }]);
  for (const subject of ['efi:ffffffffffffffffffffffffffffffff', 'efi:E999'])
    await expect.poll(() => alarmsAbout(subject), patient).toMatchObject([{ code: 'UNKNOWN_CHARGE', whatsappId: null }]);
  // Too little.
  await tell([efi.pay(txid, '99.89')]);
  await expect.poll(() => alarmsAbout(`efi:${txid}`), patient).toMatchObject([{ code: 'SHORT' }]);
  await nothing();
  // Somebody looks into it, and the alarm goes.
  const [alarm] = await alarmsAbout(`efi:${txid}`);
  await boss.call(alarmsApi.retry, { params: { id: alarm?.id ?? 0 } });
  expect(await alarmsAbout(`efi:${txid}`)).toEqual([]);
  // The rest comes after all: that is a payment, and no alarm stays.
  await tell([efi.pay(txid)]);
  await expect.poll(() => isPaid(admin), patient).toBe(1);
  expect(await alarmsAbout(`efi:${txid}`)).toEqual([]);
});

test('a payment that has counted for one company counts for no other, nor for another invoice: an alarm, and nothing else', async () => {
  const [one, other] = [await customer(), await customer()];
  const paid = efi.pay(one.txid);
  await tell([paid]);
  await expect.poll(() => isPaid(one.admin), patient).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => tell([efi.pay(other.txid, undefined, paid.endToEndId)])));
  await expect.poll(() => alarmsAbout(`efi:${other.txid}`), patient).toMatchObject([{ code: 'COUNTED_ELSEWHERE' }]);
  expect([await dueDateOf(other.admin), await isPaid(other.admin)]).toEqual([other.due, 0]);
  // Their own money still counts.
  await tell([efi.pay(other.txid)]);
  await expect.poll(() => isPaid(other.admin), patient).toBe(1);
  // The next bill of the first company, paid by what paid the last one.
  await boss.call(companiesApi.update, { params: { id: one.admin.user.companyId }, body: { dueDate: '2026-01-02' } });
  const before = new Set(efi.charges.keys());
  await one.admin.call(paymentsApi.subscribe, { body: {} });
  const next = [...efi.charges.keys()].find((each) => !before.has(each)) ?? '';
  await tell([efi.pay(next, undefined, paid.endToEndId)]);
  await expect.poll(() => alarmsAbout(`efi:${next}`), patient).toMatchObject([{ code: 'COUNTED_ELSEWHERE' }]);
  expect([await dueDateOf(one.admin), await isPaid(one.admin)]).toEqual(['2026-01-02', 1]);
});

test('two looks at one charge, of which one knows the payment by its name and one does not, extend once', async () => {
  const { admin, txid } = await customer();
  const provider = efiProvider(
    { url: efi.url, clientId: 'id', clientSecret: 'segredo', pixKey: 'chave' },
    createOutbound(),
    () => new Date(),
  );
  const owned = await findOwner(world.server.platform, 'efi', txid);
  if (!owned) throw new Error('there is no charge');
  efi.pay(txid);
  // Both have asked before either counts anything.
  let haveLooked = 0;
  let goOn = () => {};
  const both = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const look = async (charge: Parameters<typeof provider.look>[0], isListed: boolean) => {
    efi.hidden.pix = !isListed;
    const received = await provider.look(charge);
    haveLooked += 1;
    if (haveLooked === 2) goOn();
    else nextLooks();
    await both;
    return received;
  };
  let nextLooks = () => {};
  const first = new Promise<void>((resolve) => {
    nextLooks = resolve;
  });
  const check = (isListed: boolean) =>
    checkCharge(world.server.platform, { ...provider, look: (charge) => look(charge, isListed) }, owned, { isClaimed: false });
  const unnamed = check(false);
  await first;
  await Promise.all([unnamed, check(true)]);
  efi.hidden.pix = false;
  expect(await ledger(admin)).toMatchObject([{ reverses_id: null }]);
});

test('a payment that went back takes its period back by a ledger row, once, and super users hear of it', async () => {
  const { admin, due, txid } = await customer();
  const ear = await admin.listen();
  await tell([efi.pay(txid)]);
  await expect.poll(() => isPaid(admin), patient).toBe(1);
  const moved = await dueDateOf(admin);
  // Asked for, and not done yet.
  const pix = efi.giveBack(txid, { status: 'EM_PROCESSAMENTO' });
  await tell([pix]);
  await expect.poll(() => looksAt(txid), patient).toBeGreaterThan(1);
  expect([await dueDateOf(admin), await isPaid(admin)]).toEqual([moved, 1]);
  pix.devolucoes = [];
  efi.giveBack(txid);
  await Promise.all(Array.from({ length: 20 }, () => tell([pix])));
  await expect.poll(() => dueDateOf(admin), patient).toBe(due);
  const { companyId } = admin.user;
  await expect
    .poll(() => ear.of(paymentLive), patient)
    .toMatchObject([
      { action: 'CONCLUIDA', company: { id: companyId, dueDate: moved } },
      { action: 'ESTORNADA', company: { id: companyId, dueDate: due } },
    ]);
  expect(await isPaid(admin)).toBe(0);
  expect(await alarmsAbout(`efi:${txid}`)).toMatchObject([{ code: 'REFUNDED', company: { id: companyId } }]);
  const asked = looksAt(txid);
  await tell([pix]);
  await expect.poll(() => looksAt(txid), patient).toBeGreaterThan(asked);
  const rows = await ledger(admin);
  expect(rows).toMatchObject([
    { value: '99.90', due_after: moved, reverses_id: null },
    { value: '-99.90', due_before: moved, due_after: due, reverses_id: rows[0]?.id },
  ]);
  // The invoice can be paid again, by a charge of its own.
  const again = await admin.call(paymentsApi.subscribe, { body: {} });
  expect(again.qrcode.qrcode).not.toContain(txid);
  const next = [...efi.charges.keys()].at(-1) ?? '';
  await tell([efi.pay(next)]);
  await expect.poll(() => dueDateOf(admin), patient).toBe(moved);
});

test('a part of a payment that went back is an alarm and takes no period back; the rest of it does', async () => {
  const { admin, due, txid } = await customer();
  await tell([efi.pay(txid)]);
  await expect.poll(() => isPaid(admin), patient).toBe(1);
  const moved = await dueDateOf(admin);
  await tell([efi.giveBack(txid, { valor: '50.00' })]);
  await expect.poll(() => alarmsAbout(`efi:${txid}`), patient).toMatchObject([{ code: 'PARTLY_REFUNDED' }]);
  expect([await dueDateOf(admin), await isPaid(admin)]).toEqual([moved, 1]);
  await tell([efi.giveBack(txid, { valor: '49.90' })]);
  await expect.poll(() => alarmsAbout(`efi:${txid}`), patient).toMatchObject([{ code: 'REFUNDED' }]);
  expect([await dueDateOf(admin), await isPaid(admin)]).toEqual([due, 0]);
});

test('a company that is being deleted is neither billed nor paid for: what comes for it is an alarm of the platform’s', async () => {
  const { admin, txid } = await customer();
  const { companyId } = admin.user;
  const [invoice] = (await admin.call(paymentsApi.invoices, { query: {} })).invoices;
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  // As the first step of deleting leaves it; its rows are still there.
  await owner.query('update companies set deleted_at = now(), status = false where id = $1', [companyId]);
  const kept = async () =>
    (
      await owner.query(
        `
          select c.due_date, (select count(*) from payments p where p.company_id = c.id) as payments,
            (select json_agg(i order by i.id) from invoices i where i.company_id = c.id) as invoices
          from companies c
          where c.id = $1`,
        [companyId],
      )
    ).rows;
  const before = await kept();
  await tell([efi.pay(txid)]);
  await expect
    .poll(() => alarmsAbout(`efi:${txid}`), patient)
    .toMatchObject([{ code: 'UNKNOWN_CHARGE', company: { id: boss.user.companyId } }]);
  expect(await boss.send(paymentsApi.confirm, { params: { id: invoice?.id ?? 0 } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_INVOICE_FOUND' },
  });
  await owner.query(`update companies set due_date = due_date + 1 where id = $1`, [companyId]);
  await createInvoices(world.server.platform);
  world.clock.move(10_000);
  expect((await findUnchecked(world.server.platform, 'efi', 1)).map((charge) => charge.companyId)).not.toContain(companyId);
  await owner.query(`update companies set due_date = due_date - 1 where id = $1`, [companyId]);
  expect(await kept()).toEqual(before);
  await owner.end();
});

test('the provider’s own test call is answered, and so is nonsense', async () => {
  const call = (body: unknown) => world.client().raw('POST', `/hooks/efi?hmac=${encodeURIComponent(secret)}`, { body });
  for (const body of [{ evento: 'teste_webhook' }, { pix: 'nada' }, {}, { pix: [{}] }]) expect((await call(body)).status).toBe(200);
});

test('a lost webhook is made up for by asking; a provider that fails meanwhile is asked again', async () => {
  const node = await openWorld({ ...environment, PAYMENT_POLL_SECONDS: '1', ROLES: 'worker' }, world.database);
  const { admin, txid } = await customer();
  efi.weather.failNext = { times: 2, status: 502 };
  efi.pay(txid);
  world.clock.move(5_000);
  await expect.poll(() => isPaid(admin), patient).toBe(1);
  await node.close();
});

test.each(['client.pem', 'client.p12'] as const)('the provider is reached with a client certificate (%s) and not without', async (file) => {
  const { readFile } = await import('node:fs/promises');
  const strict = await openFakeEfi({ secure: true });
  const certificate = await readFile(certificateFile(file));
  const ca = await readFile(certificateFile('ca.pem'));
  const proof = file === 'client.pem' ? { cert: certificate, key: certificate } : { pfx: certificate, passphrase: 'senha' };
  const settings = { url: strict.url, clientId: 'id', clientSecret: 'segredo', pixKey: 'chave' };
  const request = {
    txid: 'a'.repeat(32),
    invoiceId: 1,
    value: '30.00',
    detail: 'Plano',
    payer: { companyId: 1, name: 'A', email: 'a@b.c' },
  };
  const clock = () => new Date();
  const [known, stranger] = [{ ...proof, ca }, { ca }].map((tls) => efiProvider({ ...settings, tls }, createOutbound(), clock));
  await expect(stranger?.charge(request)).rejects.toThrow();
  expect(strict.charges.size).toBe(0);
  expect(await known?.charge(request)).toMatchObject({ reference: request.txid });
  expect(await known?.look({ txid: request.txid, reference: null })).toEqual([]);
  await strict.close();
});
