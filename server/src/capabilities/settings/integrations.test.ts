import { sessionApi } from '@prosa/contracts/session';
import { type Setting, settingsApi, settingsLive } from '@prosa/contracts/settings';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ OUTBOUND_ALLOW: 'erp:10.0.0.5:8080, erp:ixc.example:8443' });

const put = (who: Client, key: string, value: unknown) => who.raw('PUT', `/settings/${key}`, { body: { value } });
const listed = async (who: Client) =>
  Object.fromEntries((await who.call(settingsApi.list, { query: {} })).map(({ key, value }: Setting) => [key, value]));
const keys = ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas'];

async function stored(key: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.database.url });
  await client.connect();
  try {
    return (await client.query<{ value: string }>('select value from settings where key = $1', [key])).rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

test('keys of billing systems start empty, and admins alone see that they are there', async () => {
  const admin = await world.company();
  expect(await listed(admin)).toMatchObject(Object.fromEntries(keys.map((key) => [key, ''])));
  for (const profile of ['user', 'supervisor'] as const) {
    const colleague = await world.colleague(admin, profile);
    expect(Object.keys(await listed(colleague)).filter((key) => keys.includes(key))).toEqual([]);
    expect(await put(colleague, 'asaas', 'x')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  }
});

test('a secret is answered and shown by its last four, kept sealed, and told to nobody', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const [atAdmin, atAgent] = [await admin.listen(), await agent.listen()];
  for (const [key, secret] of [
    ['tokenixc', '12:5c0ffee5c0ffee1234'],
    ['clientsecretmkauth', 'Client_Secret_abcd'],
    ['asaas', '$aact_prod_000MzkwODA2wxyz'],
  ] as const) {
    const shown = `********${secret.slice(-4)}`;
    expect(await put(admin, key, secret)).toMatchObject({ status: 200, body: { key, value: shown } });
    expect((await listed(admin))[key]).toBe(shown);
    expect((await stored(key)).some((value) => value.startsWith('v1.'))).toBe(true);
    expect((await stored(key)).join()).not.toContain(secret);
  }
  await put(admin, 'ipixc', 'https://ixc.example');
  const me = JSON.stringify(await admin.call(sessionApi.me, {}));
  for (const key of keys) expect(me).not.toContain(key);
  // An event that is told, so that those before it would have arrived.
  await put(admin, 'userRating', 'enabled');
  for (const heard of [atAdmin, atAgent]) {
    await expect.poll(() => heard.of(settingsLive).length).toBeGreaterThan(0);
    expect(heard.of(settingsLive)).toMatchObject([{ setting: { key: 'userRating' } }]);
  }
});

test('what was shown, saved again, keeps the secret; empty forgets it', async () => {
  const admin = await world.company();
  await put(admin, 'tokenixc', '31:segredo-9876');
  const before = await stored('tokenixc');
  expect(await put(admin, 'tokenixc', '********9876')).toMatchObject({ status: 200, body: { value: '********9876' } });
  // Another admin has changed it meanwhile: what this one still sees is no new secret.
  expect(await put(admin, 'tokenixc', '********0000')).toMatchObject({ status: 200, body: { value: '********9876' } });
  expect(await stored('tokenixc')).toEqual(before);
  expect(await put(admin, 'tokenixc', '')).toMatchObject({ status: 200, body: { value: '' } });
  expect((await listed(admin)).tokenixc).toBe('');
  expect(await put(admin, 'tokenixc', '********9876')).toMatchObject({ status: 200, body: { value: '' } });
});

test('addresses and the client id are readable to admins, addresses as they are called', async () => {
  const admin = await world.company();
  for (const [given, kept] of [
    ['https://ixc.example/', 'https://ixc.example'],
    [' ixc.example ', 'https://ixc.example'],
    ['ixc.example:8443/base/', 'https://ixc.example:8443/base'],
    ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
    ['', ''],
  ])
    expect(await put(admin, 'ipixc', given)).toMatchObject({ status: 200, body: { key: 'ipixc', value: kept } });
  await put(admin, 'clientidmkauth', 'Client_Id_17');
  await put(admin, 'ipmkauth', 'https://mk.example');
  expect(await listed(admin)).toMatchObject({ clientidmkauth: 'Client_Id_17', ipmkauth: 'https://mk.example' });
});

test.each([
  ['ipixc', 'provedor'],
  ['ipixc', 'ftp://ixc.example'],
  ['ipixc', 'javascript:alert(1)'],
  ['ipixc', 'https://user:pass@ixc.example'],
  ['ipmkauth', 'https://mk.example/?a=b'],
  ['ipmkauth', 'https://um dois'],
  ['ipmkauth', `https://mk.example/${'x'.repeat(600)}`],
  ['ipixc', 'http://10.0.0.5:8081', 'privateAddress'],
  ['ipixc', 'https://192.168.0.10', 'privateAddress'],
  ['ipmkauth', 'https://mk.local', 'privateAddress'],
  ['ipmkauth', 'http://mk.example', 'plainHttp'],
  ['ipmkauth', 'https://mk.example:8443', 'closedPort'],
  ['tokenixc', 'um\ndois'],
  ['asaas', 'chave com espaço'],
  ['asaas', 'é'],
])('%s can not be %j', async (key, value, message?: string) => {
  const admin = await world.company();
  const details = [{ path: 'value', ...(message && { message }) }];
  expect(await put(admin, key, value)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', details } });
  expect((await listed(admin))[key]).toBe('');
});

test('a company’s keys are its own', async () => {
  const [admin, stranger] = [await world.company(), await world.company()];
  await put(admin, 'asaas', '$aact_prod_minha-chave');
  expect((await listed(stranger)).asaas).toBe('');
});
