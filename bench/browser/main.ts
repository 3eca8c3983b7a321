import { type Options, readOptions } from '../options.ts';
import { build } from '../processes.ts';
import { writeReport } from '../report.ts';
import { openSite } from '../site.ts';
import { measureBoard } from './board.ts';
import { openBrowserBench } from './browser-bench.ts';
import {
  measureDrift,
  measureHeap,
  measureInteractions,
  measureScripts,
  measureScrolling,
  measureSwitching,
  measureWriting,
} from './measures.ts';
import { reportOf, type WebFigures } from './report.ts';

const settled = 60_000;

const say = (line: string) => console.log(line);

/** Fewer turns than a full run, to try a change. */
const isBrief = process.argv.includes('--brief');
const counts = isBrief
  ? { switches: 40, words: 10, loads: 10, turns: 60, heap: { switches: 80, events: 400 }, board: { turns: 60, openings: 5 } }
  : { switches: 200, words: 40, loads: 40, turns: 200, heap: { switches: 400, events: 5_000 }, board: { turns: 200, openings: 20 } };

async function measure(options: Options): Promise<WebFigures> {
  const site = await openSite(options, say);
  const stand = await openBrowserBench(site);
  try {
    const scripts = await measureScripts(stand.page);
    // The page fetches its other parts meanwhile, which is done once and long before the day is over.
    await stand.page.waitForTimeout(settled);
    say('Switching ...');
    const switching = await measureSwitching(stand, counts.switches, 250);
    const straight = await measureSwitching(stand, counts.switches, 0);
    for (const { p50, p95 } of [switching, straight]) say(`  ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
    say('Presses ...');
    const interactions = await measureInteractions(stand, counts.switches);
    say('Writing ...');
    const writing = await measureWriting(stand, counts.words);
    say('Earlier messages ...');
    const drift = await measureDrift(stand, counts.loads);
    say('Scrolling ...');
    const scrolling = await measureScrolling(stand, counts.turns);
    say(`  longest tasks ${scrolling.thread.longest.toFixed(0)} ms, ${scrolling.list.longest.toFixed(0)} ms`);
    say('Heap ...');
    const heap = await measureHeap(stand, counts.heap);
    say('Board ...');
    const board = await measureBoard(stand.page, site.url, counts.board);
    return { scripts, switching, straight, interactions, writing, drift, scrolling, heap, board };
  } finally {
    await stand.close();
    await site.close();
  }
}

await build();
const options = readOptions(['--tickets=10000', '--messages=250000', '--keep']);
const { text, requirements } = reportOf(await measure(options), isBrief ? 'npm run bench:web -- --brief' : 'npm run bench:web');
say(`\n${text}\n`);
if (!isBrief) await writeReport(text, 'npm run bench:web');
if (requirements.some(({ holds }) => !holds)) process.exitCode = 1;
