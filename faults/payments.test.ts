import { paymentsApi } from '@prosa/contracts/payments';
import { sessionApi } from '@prosa/contracts/session';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { openPool } from '../server/test/database.ts';
import { openFakeEfi } from '../server/test/pix-provider.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const secret = 'um segredo do webhook';
let efi: Awaited<ReturnType<typeof openFakeEfi>>;
let node: ServerNode;
let database: pg.Pool;

beforeAll(async () => {
  efi = await openFakeEfi();
  const { url } = await supervisor.postgres();
  database = openPool(url);
  // PostgreSQL goes with the test, and says so to whoever is still there.
  node = await supervisor.node({
    DATABASE_URL: url,
    LEASE_SECONDS: '2',
    PAYMENT_PROVIDER: 'efi',
    PAYMENT_POLL_SECONDS: '3',
    EFI_URL: efi.url,
    EFI_CLIENT_ID: 'id',
    EFI_CLIENT_SECRET: 'segredo',
    EFI_PIX_KEY: 'chave',
    EFI_WEBHOOK_SECRET: secret,
  });
  await node.start();
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
  await efi?.close();
});

const tell = (pix: unknown) =>
  fetch(`${node.url}/hooks/efi/pix?hmac=${encodeURIComponent(secret)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [pix] }),
  }).then(({ ok }) => ok);
const dueDateOf = async (admin: Client) => (await admin.call(sessionApi.me, {})).company.dueDate ?? '';

test.each(crashPoints.payments)('a death at %s costs no payment and doubles none', async (point) => {
  const admin = await peopleOf(node.url).company();
  const { companyId } = admin.user;
  const due = await dueDateOf(admin);
  await node.stop();
  node.launch({ CRASH_AT: point });
  const revived = node.ended().then((ending) => {
    node.launch();
    return ending;
  });
  await until('the code is shown', async () => (await admin.call(paymentsApi.subscribe, { body: {} })).qrcode.qrcode, 120);
  const txids = await database.query<{ txid: string }>('select txid from charges where company_id = $1', [companyId]);
  expect(txids.rows).toHaveLength(1);
  const paid = efi.pay(txids.rows[0]?.txid ?? '');
  await Promise.all(Array.from({ length: 5 }, () => until('the provider is heard', () => tell(paid), 120)));
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
  await until('it is paid', async () => (await dueDateOf(admin)) !== due, 120);
  await until('the provider is heard again', () => tell(paid), 120);
  const ledger = await database.query<{ before: string; after: string }>(
    'select due_before::text as before, due_after::text as after from payments where company_id = $1',
    [companyId],
  );
  expect(ledger.rows).toEqual([{ before: due, after: await dueDateOf(admin) }]);
});
