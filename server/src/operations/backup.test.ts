import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, openBrowser, sayIn } from '../../test/browser.ts';
import { formOf, served, until } from '../../test/conversation.ts';
import { administer, dropDatabase, inDatabase } from '../../test/database.ts';
import { ask, contentOf, shapeOf } from '../../test/database-content.ts';
import { pngOf } from '../../test/sample-files.ts';
import { startScratchS3 } from '../../test/scratch-s3.ts';
import { folders, openWorld, type World } from '../../test/world.ts';
import { fileOwners } from '../capabilities/index.ts';
import { mediaSweeps } from '../capabilities/media/sweep.jobs.ts';
import { readConfig } from '../platform/boot/config.ts';
import { holdBackupLock, unlessBackupRuns } from '../platform/database/backup-lock.ts';
import { withLogin } from '../platform/database/logins.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startServer } from '../server.ts';
import { openArchive } from './archive.ts';
import { backup, findBackup } from './backup.ts';
import { restore } from './restore.ts';
import { connect } from './site.ts';
import { verifyArchive } from './verify.ts';

const say = () => undefined;
const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'prosa-backup-'));
  closers.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function emptyDatabase(owner = ''): Promise<string> {
  const url = inject('templateUrl');
  const name = `prosa_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} ${owner && `owner ${owner}`}`);
  closers.push(() => dropDatabase(url, name));
  return inDatabase(url, name);
}

const configOf = (world: World, dataDir: string, url: string) =>
  readConfig({ ...environmentOf(world), DATA_DIR: dataDir, DATABASE_URL: url });
const environmentOf = ({ config }: World) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  MASTER_KEY: config.MASTER_KEY,
  RATE_LIMIT_FACTOR: '1000',
});

let world: World;
let here: Awaited<ReturnType<typeof served>>;
let picture: Buffer;
let made: Awaited<ReturnType<typeof backup>>;
let shelf: string;
let saidUntilThen: string[];

const listOf = async (person: Client) =>
  (await person.call(messagesApi.list, { params: { ticketId: here.ticket.id }, query: {} })).messages;
const bodiesOf = async (thread: typeof here.thread) => (await thread()).messages.map(({ body }) => body);

beforeAll(async () => {
  world = await openWorld();
  here = await served(world);
  picture = await pngOf(40, 30);
  await here.post(formOf({ body: 'Segue a foto' }, [{ name: 'foto.png', bytes: picture }]));
  for (let each = 0; each < 5; each += 1)
    await here.write({ number: here.number, body: `Mensagem ${each} com acentuação: ção \\ \t "aspas"` });
  await until(async () => ((await bodiesOf(here.thread)).length === 7 ? true : undefined));
  shelf = await folder();
  saidUntilThen = await bodiesOf(here.thread);
  made = await backup(world.config, { target: shelf, say });
});

describe('a backup of a running system', () => {
  test('brings back every row and file of its moment, and the tables exactly as the migrations make them', async () => {
    await here.write({ number: here.number, body: 'Depois do backup' });
    const url = await emptyDatabase();
    const dataDir = join(await folder(), 'data');
    const config = configOf(world, dataDir, url);
    await restore(config, { source: shelf, migrations: folders.migrations, indexesAwayFrom: 1, say });
    expect(await shapeOf(url)).toEqual(await shapeOf(inject('templateUrl')));
    const server = await startServer(config, folders);
    closers.push(() => server.stop());
    const agent = openBrowser(server.url);
    await agent.logIn(here.agent.user.email);
    const { messages } = await agent.call(messagesApi.list, { params: { ticketId: here.ticket.id }, query: {} });
    expect(messages.map(({ body }) => body)).toEqual(saidUntilThen);
    const file = messages.find(({ mediaUrl }) => mediaUrl)?.mediaUrl ?? '';
    const answer = await fetch(new URL(file, server.url));
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    // Both sides go on: the numbers of new rows follow those that were there.
    const { id } = await sayIn(agent, here.ticket.id, 'Voltamos');
    await until(async () => ((await listOf(agent)).find((message) => message.id === id && message.ack >= 2) ? true : undefined));
    const admin = openBrowser(server.url);
    await admin.logIn(here.admin.user.email);
    await admin.call(simulatorApi.write, { params: { whatsappId: here.whatsappId }, body: { number: here.number, body: 'Que bom' } });
    await until(async () => ((await listOf(agent)).some(({ body }) => body === 'Que bom') ? true : undefined));
  });

  test('holds the same rows in the whole, table by table', async () => {
    const quiet = await openWorld({ ROLES: 'web' });
    await quiet.company();
    const source = await backup(quiet.config, { target: await folder(), say });
    const url = await emptyDatabase();
    await restore(configOf(quiet, join(await folder(), 'data'), url), { source: source.folder, migrations: folders.migrations, say });
    expect(await contentOf(url)).toEqual(await contentOf(quiet.database.url));
    await quiet.close();
  });

  test('is one folder that appears when it is whole, with a manifest that names every file', async () => {
    expect(await readdir(shelf)).toEqual([made.folder.slice(shelf.length + 1)]);
    const lines: string[] = [];
    await verifyArchive(await openArchive(await findBackup(shelf), undefined), (line) => lines.push(line));
    expect(lines.join()).toContain('The backup is whole');
    expect(made.manifest.media).toMatchObject({ missing: [] });
    expect(made.manifest.tables.find(({ name }) => name === 'messages')?.rows).toBe(7);
    expect(made.manifest.masterKey).toBeNull();
  });
});

test('a damaged backup is noticed, and what was half restored from it does not start', async () => {
  const copy = await folder();
  const { folder: spoilt, manifest } = await backup(world.config, { target: copy, say });
  const part = manifest.tables.find(({ name }) => name === 'messages')?.parts[0]?.path ?? '';
  const bytes = await readFile(join(spoilt, part));
  bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
  await writeFile(join(spoilt, part), bytes);
  await expect(openArchive(spoilt, undefined).then((archive) => verifyArchive(archive, say))).rejects.toThrow(part);
  const dataDir = join(await folder(), 'data');
  const config = configOf(world, dataDir, await emptyDatabase());
  const options = { migrations: folders.migrations, say };
  await expect(restore(config, { ...options, source: copy })).rejects.toThrow('the backup is damaged');
  await expect(startServer(config, folders)).rejects.toThrow(/restore into .* was not finished/);
  await expect(startServer({ ...config, dataDir: join(await folder(), 'other') }, folders)).rejects.toThrow(
    /restore into this database was not finished/,
  );
  await restore(config, { ...options, source: made.folder });
  await (await startServer(config, folders)).stop();
});

test('what is there is not overwritten unless that is said, and a system that runs never is', async () => {
  const options = { source: made.folder, migrations: folders.migrations, say };
  await expect(restore(world.config, options)).rejects.toThrow(/in use by process/);
  const config = configOf(world, join(await folder(), 'data'), world.database.url);
  await expect(restore(config, { ...options, replace: true })).rejects.toThrow(/stop every node/);
  const url = await emptyDatabase();
  await migrate(url, folders.migrations, say);
  const taken = configOf(world, join(await folder(), 'data'), url);
  await expect(restore(taken, options)).rejects.toThrow(/database is not empty/);
  // Nothing was touched by being refused.
  await (await startServer(taken, folders)).stop();
  await restore(taken, { ...options, replace: true });
  expect(await ask(url, 'select from messages')).toHaveLength(7);
  await expect(restore(taken, options)).rejects.toThrow(/is not empty/);
});

test('under a passphrase nothing can be read without it, and the master key is inside', async () => {
  const target = await folder();
  const dataDir = await folder();
  const key = randomBytes(32);
  await writeFile(join(dataDir, 'master.key'), key, { mode: 0o600 });
  const { MASTER_KEY: _none, ...config } = configOf(world, dataDir, world.database.url);
  const { folder: sealed } = await backup({ ...config, MASTER_KEY: undefined }, { target, passphrase: 'uma frase longa', say });
  for (const file of await readdir(sealed, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'backup.json') continue;
    const text = await readFile(join(file.parentPath, file.name));
    for (const word of ['Mensagem', 'messages', key]) expect(text.includes(word), file.name).toBe(false);
  }
  await expect(openArchive(sealed, undefined)).rejects.toThrow(/BACKUP_PASSPHRASE/);
  await expect(openArchive(sealed, 'outra')).rejects.toThrow(/does not open/);
  const target2 = join(await folder(), 'data');
  const url = await emptyDatabase();
  const options = { source: sealed, passphrase: 'uma frase longa', migrations: folders.migrations, say };
  await restore({ ...configOf(world, target2, url), MASTER_KEY: undefined }, options);
  expect(await readFile(join(target2, 'master.key'))).toEqual(key);
  expect(await ask(url, `select from messages where body like 'Mensagem%'`)).toHaveLength(5);
});

test('with its master key lost for good, a backup still gives everything but what the key had sealed', async () => {
  const url = await emptyDatabase();
  const dataDir = join(await folder(), 'data');
  const config = { ...configOf(world, dataDir, url), MASTER_KEY: undefined };
  const options = { source: made.folder, migrations: folders.migrations, say };
  await restore(config, options);
  await expect(startServer(config, folders)).rejects.toThrow(/master key/i);
  await rm(join(dataDir, 'master.key'), { force: true });
  const said: string[] = [];
  await restore(config, { ...options, replace: true, newKey: true, say: (line) => said.push(line) });
  expect(said.join()).toContain('1 connections have to be paired anew');
  const server = await startServer(config, folders);
  closers.push(() => server.stop());
  const admin = openBrowser(server.url);
  await admin.logIn(here.admin.user.email);
  expect((await listOf(admin)).map(({ body }) => body)).toEqual(saidUntilThen);
  const connection = await admin.call(connectionsApi.show, { params: { id: here.whatsappId }, query: {} });
  expect(connection.status).toBe('DISCONNECTED');
  await expect(restore(config, { ...options, replace: true, newKey: true })).rejects.toThrow();
});

test('the owner of an external database needs to be no superuser, neither to back up nor to restore', async () => {
  const owner = `prosa_owner_${randomBytes(4).toString('hex')}`;
  await administer(inject('templateUrl'), `create role ${owner} login createrole password 'of-the-owner'`);
  closers.push(() => administer(inject('templateUrl'), `drop role ${owner}`));
  await administer(inject('templateUrl'), `grant prosa_app, prosa_platform, prosa_jobs to ${owner} with admin option`);
  const source = withLogin(await emptyDatabase(owner), owner, 'of-the-owner');
  await restore(configOf(world, join(await folder(), 'data'), source), {
    source: made.folder,
    migrations: folders.migrations,
    indexesAwayFrom: 1,
    say,
  });
  const again = await backup(configOf(world, await folder(), source), { target: await folder(), say });
  expect(again.manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(made.manifest.tables.map(({ name, rows }) => [name, rows]));
  const server = await startServer(configOf(world, await folder(), source), folders);
  const admin = openBrowser(server.url);
  await admin.logIn(here.admin.user.email);
  expect((await listOf(admin)).map(({ body }) => body)).toEqual(saidUntilThen);
  await expect(
    restore(configOf(world, await folder(), source), { source: made.folder, migrations: folders.migrations, say }),
  ).rejects.toThrow('A server works on this database');
  await server.stop();
  // Without saying that it makes a backup the owner is shown nothing, as before.
  expect(await ask(source, 'select from queues')).toHaveLength(0);
  await ask(source, 'drop policy backup_reads on queues');
  await expect(backup(configOf(world, await folder(), source), { target: await folder(), say })).rejects.toThrow(
    /Row policies hide queues/,
  );
});

test('files may come from a folder and go to a bucket, and the other way', async () => {
  const s3 = await startScratchS3('arquivos');
  closers.push(() => s3.stop());
  const bucket = { S3_ENDPOINT: s3.endpoint, S3_BUCKET: 'arquivos', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  const config = readConfig({
    ...environmentOf(world),
    ...bucket,
    DATA_DIR: join(await folder(), 'data'),
    DATABASE_URL: await emptyDatabase(),
  });
  await restore(config, { source: made.folder, migrations: folders.migrations, say });
  expect([...s3.objects.values()].some((bytes) => bytes.equals(picture))).toBe(true);
  const { manifest } = await backup(config, { target: await folder(), say });
  expect(manifest.media).toMatchObject({ files: made.manifest.media.files, bytes: made.manifest.media.bytes, missing: [] });
});

test('files are not removed while a backup is made', async () => {
  const lock = await connect(world.database.url);
  await holdBackupLock(lock, say);
  expect(await unlessBackupRuns(world.server.platform, async () => expect.unreachable())).toBe(false);
  for (const { run } of mediaSweeps(fileOwners)) await run(world.server.platform);
  await lock.end();
  await expect.poll(() => unlessBackupRuns(world.server.platform, async () => undefined)).toBe(true);
});
