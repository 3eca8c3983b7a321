import { hasChrome, openChrome, openProfile } from '../e2e/chromium.ts';
import { peopleOf } from '../server/test/browser.ts';
import { chatsFor, openChats, readTexts, showTexts } from './browser-texts.ts';
import type { Supervisor } from './supervisor.ts';

type PartInput = { supervisor: Supervisor; seed: string; count(name: string, fallback: number): number };

/** Of a machine on which an ordinary conversation takes long, three times that. */
const longestTask = 50;

/** Hostile texts in a real browser: everything that reads them, and a part of them in conversations on the screen. */
export async function browserPart({ supervisor, seed, count }: PartInput): Promise<boolean> {
  if (!hasChrome) {
    console.log('no Chromium was found (PROSA_CHROME): left out');
    return true;
  }
  const [read, shown] = [count('texts', 20_000), count('shown', 400)];
  const node = await supervisor.node();
  await node.start();
  const browser = await openChrome();
  try {
    const blank = await openProfile(browser, node.url);
    const slow = await readTexts(blank.page, seed, read);
    const { company, connection } = peopleOf(node.url);
    const admin = await company();
    const tickets = await openChats(admin, await connection(admin), chatsFor(shown));
    const { page, complaints } = await openProfile(browser, node.url);
    const longest = await showTexts(browser, page, admin, tickets, seed);
    const worst = slow.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
    console.log(
      `texts read                ${read}, the slowest ${worst?.milliseconds.toFixed(1)} ms (${worst?.kind}, ${worst?.length} characters)`,
    );
    const limit = Math.max(longestTask, 3 * longest.ordinary);
    console.log(
      `texts shown               ${shown}, the longest task ${longest.again.toFixed(1)} ms ` +
        `(ordinary texts ${longest.ordinary.toFixed(1)} ms; while fonts are searched ${longest.first.toFixed(1)} ms)`,
    );
    const failures = [...slow.flatMap(({ kind, failure }) => (failure ? [`${kind}: ${failure}`] : [])), ...blank.complaints, ...complaints];
    for (const failure of failures.slice(0, 20)) console.log(`failed                    ${failure}`);
    return failures.length === 0 && (worst?.milliseconds ?? 0) < longestTask && longest.again < limit;
  } finally {
    await browser.close();
  }
}
