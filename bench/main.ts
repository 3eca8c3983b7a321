import type { BotsInput, BotsResult } from './bots.ts';
import { password } from './generate.ts';
import { measureGrowth } from './growth.ts';
import type { IngestionInput, IngestionResult } from './ingestion.ts';
import { measureLive } from './live.ts';
import { measureMemory } from './memory.ts';
import { measureNoisy } from './noisy.ts';
import { type Options, parts, readOptions } from './options.ts';
import { measurePages } from './pages.ts';
import { build, startHelper } from './processes.ts';
import { measureRemoval } from './removal.ts';
import { reportOf, writeReport } from './report.ts';
import type { Results } from './requirements.ts';
import { openSite, type Site } from './site.ts';
import { measureWeb } from './web.ts';
import { measureWebhooks } from './webhooks.ts';

const say = (line: string) => console.log(line);

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Live screens, ingestion, noise and webhooks come last: they change the company that the other parts look at. */
async function measureAll(options: Options, site: Site): Promise<Results> {
  const results: Results = {};
  if (options.only.has('web')) results.web = await measureWeb();
  if (options.only.has('pages')) {
    say('Pages ...');
    results.pages = await measurePages(options, site, say);
  }
  if (options.only.has('growth')) {
    say('How reading grows ...');
    results.growth = await measureGrowth(options, site, say);
  }
  if (options.only.has('live')) {
    say('Live screens ...');
    results.live = await measureLive(site, say);
  }
  if (options.only.has('memory')) {
    say('Memory and start ...');
    results.memory = await measureMemory(site);
  }
  if (options.only.has('ingestion')) {
    say('Ingestion ...');
    results.ingestion = await measureIngestion(options, site);
  }
  if (options.only.has('bots')) {
    say('Ingestion with bots on and off ...');
    results.bots = await measureBots(options, site);
  }
  if (options.only.has('noisy')) {
    say('A noisy company beside a quiet one ...');
    results.noisy = await measureNoisy(options, site, say);
  }
  if (options.only.has('removal')) {
    say('A company is deleted beside a quiet one ...');
    results.removal = await measureRemoval(options, site, say);
  }
  if (options.only.has('webhooks')) {
    say('Webhooks ...');
    results.webhooks = await measureWebhooks(options, site, say);
  }
  return results;
}

async function measureIngestion({ seconds, rounds }: Options, { dataDir, url, generated }: Site): Promise<IngestionResult> {
  const { companyId, tickets } = generated;
  const input: IngestionInput = { dataDir, url, companyId, tickets, password, seconds, rounds };
  const helper = await startHelper<IngestionResult>('ingestion.ts', input);
  // It closes what it opened; the data folder is free when it has gone.
  await helper.ended;
  return helper.result;
}

async function measureBots({ seconds, rounds }: Options, { dataDir, url }: Site): Promise<BotsResult> {
  const input: BotsInput = { dataDir, url, password, seconds, rounds };
  const helper = await startHelper<BotsResult>('bots.ts', input);
  await helper.ended;
  return helper.result;
}

const options = optionsOrExit();
await build();
const site = await openSite(options, say);
try {
  const { text, requirements } = reportOf(options, site, await measureAll(options, site));
  say(`\n${text}\n`);
  if (!options.dry && options.only.size === parts.length) await writeReport(text, 'npm run bench');
  if (requirements.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await site.close();
}
