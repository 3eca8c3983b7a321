import { join } from 'node:path';
import { companiesApi } from '@prosa/contracts/companies';
import pg from 'pg';
import { openFolderStorage } from '../server/src/platform/storage/storage-folder.ts';
import { peopleOf } from '../server/test/browser.ts';
import { fillConversation, newKeys, quietRows, rowsLeft } from '../server/test/company-rows.ts';
import { openRowSeeder } from '../server/test/isolation/row-seeder.ts';
import { password } from './generate.ts';
import { callInTurn, quietCompany, type Times, timesOf } from './noisy.ts';
import type { Options } from './options.ts';
import { startProduct } from './processes.ts';
import type { Site } from './site.ts';

const most = 200_000;
const messagesPerFile = 100;
const superAdmin = 'admin@prosa.local';
/** A removal that takes longer than this has stalled. */
const patience = 600_000;

export type RemovalResult = {
  messages: number;
  files: number;
  seconds: number;
  calls: Array<{ name: string; before: Times; during: Times }>;
  /** Rows and files of the company that are there when it is gone. */
  left: number;
};

/** What an ordinary day of a small company takes before and while a company with many messages and files is deleted. */
export async function measureRemoval(options: Options, site: Site, say: (line: string) => void): Promise<RemovalResult> {
  const messages = Math.min(most, options.messages);
  const files = Math.ceil(messages / messagesPerFile);
  const product = await startProduct(site.dataDir, password);
  const owner = new pg.Client({ connectionString: site.url });
  try {
    await owner.connect();
    const { admin, wanted } = await quietCompany(product.url);
    const goes = await furnish(product.url, site, owner, messages, files);
    const boss = peopleOf(product.url).client();
    await boss.logIn(superAdmin, password);
    const measure = async (seconds: number) => {
      // The tokens of people live for a quarter of an hour.
      await admin.refresh();
      return callInTurn(product.url, admin.token, wanted, seconds);
    };
    await measure(1);
    const before = await measure(options.seconds * options.rounds);
    say(`  deleting ${messages} messages and ${files} files`);
    const during = wanted.map((): number[] => []);
    const begun = performance.now();
    await boss.call(companiesApi.remove, { params: { id: goes }, body: {} });
    for (let stands = true; stands; stands = await isThere(owner, goes)) {
      const found = await measure(1);
      for (const [place, times] of during.entries()) times.push(...(found[place] ?? []));
      if (performance.now() - begun > patience) throw new Error('the company is not gone');
    }
    return {
      messages,
      files,
      seconds: (performance.now() - begun) / 1000,
      calls: wanted.map(({ name }, place) => ({ name, before: timesOf(before[place] ?? []), during: timesOf(during[place] ?? []) })),
      left: await countLeft(owner, site, goes),
    };
  } finally {
    await owner.end();
    await product.stop();
  }
}

const storageOf = ({ dataDir }: Site) => openFolderStorage({ folder: join(dataDir, 'media') });

async function furnish(url: string, site: Site, owner: pg.Client, messages: number, files: number): Promise<number> {
  const { companyId } = (await peopleOf(url).company()).user;
  const rows = await (await openRowSeeder(owner)).seed(companyId, 'goes', quietRows);
  const storage = await storageOf(site);
  const keys = newKeys(companyId, files);
  for (const key of keys) await storage.put(key, Buffer.from('bytes'), { limitBytes: 100 });
  await fillConversation(owner, companyId, rows, messages, keys);
  return companyId;
}

async function isThere(owner: pg.Client, companyId: number): Promise<boolean> {
  return ((await owner.query('select from companies where id = $1', [companyId])).rowCount ?? 0) > 0;
}

async function countLeft(owner: pg.Client, site: Site, companyId: number): Promise<number> {
  let left = Object.values(await rowsLeft(owner, companyId)).reduce((sum, count) => sum + count, 0);
  const endOfTime = new Date(8.64e15);
  for await (const _key of (await storageOf(site)).list(endOfTime, companyId)) left += 1;
  return left;
}
