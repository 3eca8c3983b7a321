import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suppressionsApi } from '@prosa/contracts/campaigns';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { externalApi } from '@prosa/contracts/external-api';
import { webhooksApi } from '@prosa/contracts/webhooks';
import { afterAll, describe, expect, inject, test } from 'vitest';
import type { Client } from '../../test/browser.ts';
import { newNumber } from '../../test/conversation.ts';
import { administer, dropDatabase, freshDatabase, inDatabase, masterKey } from '../../test/database.ts';
import { ask } from '../../test/database-content.ts';
import { patient } from '../../test/patient.ts';
import { openReceiver } from '../../test/receiver.ts';
import { folders, openWorld, type World } from '../../test/world.ts';
import { findIntegrations } from '../capabilities/settings/integrations.queries.ts';
import { sealReference } from '../channels/baileys/references.ts';
import { openFileRef, sealFile } from '../channels/cloud/media.ts';
import { readConfig } from '../platform/boot/config.ts';
import { openKeyRing, openSecrets, writeKeyFile } from '../platform/boot/secrets.ts';
import { openInstallation } from '../platform/database/installation.ts';
import { inScope } from '../platform/database/scope.ts';
import { startServer } from '../server.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { rotateKey } from './rotate-key.ts';
import { sealedColumns } from './sealed-columns.ts';

const say = () => undefined;
const options = { migrations: folders.migrations, say };
const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'prosa-rotate-'));
  closers.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function database() {
  const made = await freshDatabase(inject('templateUrl'));
  closers.push(() => made.drop());
  return made;
}

async function emptyDatabase(): Promise<string> {
  const url = inject('templateUrl');
  const name = `prosa_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name}`);
  closers.push(() => dropDatabase(url, name));
  return inDatabase(url, name);
}

const startWith = (url: string, key: string, previousKey?: string) =>
  openInstallation(url, { masterKey: key, previousKey, keyFile: '', mediaFolder: '/nowhere' });

/** The tables in which a value of this key is left. */
async function tablesWith(url: string, keyId: string): Promise<string[]> {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  );
  const searches = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text like '%${keyId}%')`,
  );
  return (await ask<{ name: string }>(url, searches.join(' union all '))).map(({ name }) => name).toSorted();
}

const optedOut = '+55 11 98000-7777';
const integrationSecret = 'a-secret-of-the-billing-system';
const webhookSecret = 'um segredo de dezesseis';
const cloudSecrets = { accessToken: 'EAAtoken', appSecret: '0123456789abcdef0123456789abcdef', verifyToken: 'verificar' };

type Filled = { admin: Client; companyId: number; token: string; connectionId: number };

/** A company with something in every column of the register that stays. */
async function fill(world: World, url: string, webhookUrl: string): Promise<Filled> {
  const admin = await world.company();
  const { companyId } = admin.user;
  const connectionId = await world.connection(admin);
  const { token } = await admin.call(connectionsApi.show, { params: { id: connectionId }, query: {} });
  await admin.raw('PUT', '/settings/tokenixc', { body: { value: integrationSecret } });
  await admin.call(webhooksApi.create, {
    body: { name: 'ERP', url: webhookUrl, events: ['contact.created'], secret: webhookSecret },
  });
  const cloud = { phoneNumberId: '123456', wabaId: '654321', ...cloudSecrets };
  await admin.call(connectionsApi.create, { body: { name: 'Cloud', provider: 'cloud', cloud } });
  await admin.call(suppressionsApi.create, { body: { number: optedOut } }, { 'idempotency-key': 'the-same-key' });
  const { secrets } = world.server.platform;
  const files = [
    sealFile(secrets, { companyId, connectionId }, { mediaId: '1', sha256: undefined }),
    sealReference(
      world.server.platform,
      { companyId, connectionId },
      {
        media: 'image',
        directPath: '/v/1',
        mediaKey: 'k',
        fileEncSha256: 'e',
        fileSha256: 's',
        chat: 'c',
        id: 'i',
        fromMe: false,
        participant: '',
      },
    ),
  ];
  const frame = JSON.stringify({ files, remote: { ref: files[0] }, body: 'v1.a.b' });
  const sealed = (text: string, context: string) => `'${secrets.seal(text, context)}'`;
  await ask(
    url,
    `
      insert into inbox (company_id, connection_id, identity, frame, quarantined_at)
      values (${companyId}, ${connectionId}, 'x', '${frame}', now());
      insert into baileys_keys (company_id, connection_id, type, id, value_sealed)
      select ${companyId}, ${connectionId}, 'session', '5511', ${sealed('{}', `baileys_keys:${companyId}:${connectionId}:session:5511`)};
      insert into erasures (company_id, contact_id, person_sealed, requested_at)
      values (${companyId}, 1, ${sealed('{}', `erasures.person_sealed:${companyId}`)}, now());
      insert into public_idempotency_keys (id, request_hash, claimed_until, status, body)
      values ('x', 'x', now(), 200, ${sealed('{}', 'public_idempotency_keys.body')})`,
  );
  return { admin, companyId, token, connectionId };
}

async function expectWhole(world: World, { admin: before, companyId, token, connectionId }: Filled): Promise<Client> {
  const program = world.client();
  program.token = token;
  expect((await program.send(externalApi.send, { body: { number: newNumber(), body: 'Oi' } })).status).toBe(200);
  const admin = world.client();
  await admin.logIn(before.user.email);
  expect((await admin.call(connectionsApi.show, { params: { id: connectionId }, query: {} })).token).toBe(token);
  const isListed = await admin.call(suppressionsApi.list, { query: { searchParam: '5511980007777' } });
  expect(isListed.count).toBe(1);
  await admin.call(suppressionsApi.create, { body: { number: optedOut } }, { 'idempotency-key': 'the-same-key' });
  const { platform } = world.server;
  expect(await inScope(platform, { companyId }, findIntegrations)).toMatchObject({ tokenixc: integrationSecret });
  const [row] = await ask<{ ref: string }>(
    world.config.DATABASE_URL ?? '',
    `select frame->'remote'->>'ref' as ref from inbox where identity = 'x'`,
  );
  expect(openFileRef(platform.secrets, { companyId, connectionId }, row?.ref ?? '')).toEqual({ mediaId: '1' });
  return admin;
}

describe('a key in the data folder', async () => {
  const receiver = await openReceiver(webhookSecret);
  afterAll(() => receiver.close());
  const { url, drop } = await database();
  const dataDir = await folder();
  const file = join(dataDir, 'master.key');
  const environment = { MASTER_KEY: '', DATA_DIR: dataDir, OUTBOUND_ALLOW: `webhook:${receiver.host}` };
  const open = () => openWorld(environment, { url, drop });
  const first = await open();
  const { config } = first;
  const filled = await fill(first, url, receiver.url);
  const oldKey = await readFile(file);
  const oldId = (await openSecrets({ file })).keyId;
  const shelf = await folder();
  const passphrase = 'a passphrase of many characters';
  await backup(config, { target: shelf, passphrase, say });

  test('is not rotated while the server runs', async () => {
    await expect(rotateKey(config, options)).rejects.toThrow('in use by process');
    await first.close();
  });

  test('opens everything after an interrupted rotation, which the next run completes', async () => {
    const interrupted = (line: string) => {
      if (line.includes('webhooks')) throw new Error('the power went');
    };
    await expect(rotateKey(config, { ...options, say: interrupted })).rejects.toThrow('the power went');
    expect(await readFile(`${file}.previous`)).toEqual(oldKey);
    expect(await tablesWith(url, oldId)).not.toEqual([]);
    await expect(backup(config, { target: shelf, passphrase, say })).rejects.toThrow('npm run rotate-key');
    await expect(startWith(url, oldKey.toString('hex'))).rejects.toThrow('The master key is not the one');
    const between = await open();
    await expectWhole(between, filled);
    await between.close();
    const newKey = await readFile(file);
    await rotateKey(config, options);
    expect(await readFile(file)).toEqual(newKey);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
    expect(await tablesWith(url, oldId)).toEqual([]);
  });

  test('serves alone afterwards: tokens, secrets, signatures, the opt-out list and logins work', async () => {
    await expect(startWith(url, oldKey.toString('hex'))).rejects.toThrow('The master key is not the one');
    const after = await open();
    const admin = await expectWhole(after, filled);
    await admin.call(contactsApi.create, { body: { name: 'Depois', number: newNumber() } });
    await expect.poll(() => receiver.received.map(({ data }) => data.name), patient).toContain('Depois');
    expect(receiver.faults).toEqual([]);
    await after.close();
  });

  test('is rotated again with the same hash key, whichever file a crash left', async () => {
    const { keyId } = await openSecrets({ file });
    // The copy was made, the new key was not.
    await copyFile(file, `${file}.previous`);
    await rotateKey(config, options);
    const newKey = await readFile(file);
    expect((await openSecrets({ file })).keyId).not.toBe(keyId);
    // All was done but the removal of the copy.
    await writeKeyFile(`${file}.previous`, oldKey);
    await rotateKey(config, options);
    expect(await readFile(file)).toEqual(newKey);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
    expect(await tablesWith(url, keyId)).toEqual([]);
    const again = await open();
    await expectWhole(again, filled);
    await again.close();
  });

  test('is restored from a backup of before, and opens it', async () => {
    const other = await folder();
    const restored = await emptyDatabase();
    const target = readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: join(other, 'data'), DATABASE_URL: restored });
    await restore(target, { source: shelf, passphrase, migrations: folders.migrations, say });
    const server = await startServer(target, folders);
    closers.push(() => server.stop());
    expect(await readFile(join(target.dataDir, 'master.key'))).toEqual(oldKey);
    const { companyId } = filled;
    expect(await inScope(server.platform, { companyId }, findIntegrations)).toMatchObject({ tokenixc: integrationSecret });
  });
});

describe('a key in the environment', async () => {
  const { url, drop } = await database();
  const newKey = 'b1'.repeat(32);
  const { keyId: oldId } = await openSecrets({ masterKey, file: '' });

  test('is rotated while a node with both keys runs', async () => {
    const old = await openWorld({}, { url, drop });
    const filled = await fill(old, url, 'https://erp.exemplo.com/');
    await expect(rotateKey(old.config, options)).rejects.toThrow('Set MASTER_KEY to the new key and MASTER_KEY_PREVIOUS to the old one');
    await old.close();
    const world = await openWorld({ MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: masterKey }, { url, drop });
    await expectWhole(world, filled);
    await rotateKey(world.config, options);
    await expectWhole(world, filled);
    expect(await tablesWith(url, oldId)).toEqual([]);
    await world.close();
    await expect(startWith(url, masterKey)).rejects.toThrow('The master key is not the one');
    const alone = await openWorld({ MASTER_KEY: newKey }, { url, drop });
    await expectWhole(alone, filled);
    await alone.close();
  });

  test('keeps the previous key while a value can not be opened', async () => {
    const thirdKey = 'c2'.repeat(32);
    const { secrets } = await startWith(url, newKey);
    const damaged = `${secrets.seal('x', 'public_idempotency_keys.body')}AAAA`;
    await ask(url, `update public_idempotency_keys set body = '${damaged}' where id = 'x'`);
    const config = readConfig({ DATABASE_URL: url, MASTER_KEY: thirdKey, MASTER_KEY_PREVIOUS: newKey });
    await expect(rotateKey(config, options)).rejects.toThrow('public_idempotency_keys.body can not be opened');
    expect(await tablesWith(url, secrets.keyId)).toEqual(['public.platform_facts', 'public.public_idempotency_keys']);
    await ask(url, `delete from public_idempotency_keys where id = 'x'`);
    await rotateKey(config, options);
    await startWith(url, thirdKey);
  });
});

test('a previous key without MASTER_KEY is refused', async () => {
  await expect(openKeyRing({ previousKey: masterKey, file: '' })).rejects.toThrow('set both');
});

describe('the register of sealed columns', async () => {
  const source = join(import.meta.dirname, '..');
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(source, name), 'utf8')] as const)));

  test('names every source file that seals', () => {
    const sealing = names.filter((name) => /\bsecrets\.seal\(/.test(texts.get(name) ?? ''));
    const named = new Set(sealedColumns.flatMap(({ sealedIn }) => sealedIn));
    expect([...named].toSorted()).toEqual(sealing.filter((name) => name !== 'operations/reseal.ts').toSorted());
  });

  test('has the contexts of the source', () => {
    const all = [...texts].filter(([name]) => name !== 'operations/sealed-columns.ts').map(([, text]) => text);
    const shapes = sealedColumns
      .filter(({ table }) => table !== 'platform_facts')
      .flatMap(({ contexts }) => contexts.map((context) => context.replace(/' \|\| \w+( \|\| '|$)/g, '#').replace(/^'(.*#.*)$/, '`$1`')));
    const written = all.join('\n').replace(/\$\{[^}]*\}/g, '#');
    for (const shape of shapes) expect(written).toContain(shape);
  });
});
