import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { companiesApi } from '@prosa/contracts/companies';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { openFolderStorage } from '../server/src/platform/storage/storage-folder.ts';
import { peopleOf } from '../server/test/browser.ts';
import { fillConversation, newKeys, quietRows, rowsLeft } from '../server/test/company-rows.ts';
import { openPool } from '../server/test/database.ts';
import { openRowSeeder } from '../server/test/isolation/row-seeder.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const boss = { ADMIN_EMAIL: 'boss@exemplo.com', ADMIN_PASSWORD: 'a-long-enough-password' };
const [messages, files] = [3_000, 120];
let node: ServerNode;
let database: pg.Pool;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  database = openPool(url, 2);
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2', ...boss });
  await node.start();
});
afterAll(async () => {
  await database?.end();
  await supervisor.close();
});

test.each(crashPoints.companies)(
  'a company is deleted to the end although the server dies at %s, some steps in',
  { timeout: 600_000 },
  async (point) => {
    const people = peopleOf(node.url);
    const admin = await people.company();
    const { companyId } = admin.user;
    const rows = await (await openRowSeeder(database)).seed(companyId, 'goes', quietRows);
    const storage = await openFolderStorage({ folder: join(node.dataDir, 'media') });
    const keys = newKeys(companyId, files);
    for (const key of keys) await storage.put(key, Buffer.from('bytes'), { limitBytes: 100 });
    await fillConversation(database, companyId, rows, messages, keys);
    await node.stop();
    node.launch({ CRASH_AT: point === 'company.emptied' ? point : `${point}#4` });
    await node.ready();
    const revived = node.ended().then((ending) => {
      node.launch();
      return ending;
    });
    const client = people.client();
    await client.logIn(boss.ADMIN_EMAIL, boss.ADMIN_PASSWORD);
    await client.call(companiesApi.remove, { params: { id: companyId }, body: {} });
    expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });
    const left = await until(
      'nothing is left',
      async () => {
        const tables = await rowsLeft(database, companyId);
        return Object.keys(tables).length === 0 && tables;
      },
      120,
    );
    expect(left).toEqual({});
    const entries = await readdir(join(node.dataDir, 'media', String(companyId)), { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
    await node.ready();
  },
);
