import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longest = 140;
const elsewhere = ['node_modules', 'dist', 'data', 'fixtures'];

/** Files that still have longer lines, and how many at most: no other may have any, and of these the number only falls. */
const allowed: Record<string, number> = {
  'bench/bare-transaction.ts': 2,
  'bench/browser/browser-bench.ts': 5,
  'bench/browser/report.ts': 1,
  'bench/generate.ts': 6,
  'bench/hand-written.ts': 1,
  'bench/report.ts': 3,
  'bench/words.ts': 1,
  'server/src/platform/database/bounded-text.test.ts': 1,
  'server/src/platform/database/database-clock.ts': 1,
  'server/src/platform/database/database.ts': 2,
  'server/src/platform/database/event-store.ts': 1,
  'server/src/platform/database/fair-scheduler.rules.test.ts': 1,
  'server/src/platform/database/installation.test.ts': 1,
  'server/src/platform/database/metrics-database.ts': 1,
  'server/src/platform/database/migrate.ts': 3,
  'server/src/platform/database/nodes.test.ts': 1,
  'server/src/platform/database/nodes.ts': 1,
  'server/src/platform/database/reads.test.ts': 3,
  'server/src/platform/database/scope-walls.test.ts': 1,
  'server/src/platform/database/scope.ts': 1,
  'server/src/platform/live/live-calls.test.ts': 1,
  'server/src/platform/live/presence.ts': 2,
};

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !elsewhere.includes(entry.name)) yield* sources(name);
    } else if (/\.(tsx?|mjs|css)$/.test(entry.name)) yield name;
  }
}

test(`no line is longer than ${longest} characters`, () => {
  const all = [...sources('.')];
  const tooLong = all.flatMap((name) => {
    const lines = readFileSync(join(root, name), 'utf8').split('\n');
    const found = lines.flatMap((line, place) => (line.length > longest ? `${name}:${place + 1} has ${line.length}` : []));
    return found.length > (allowed[name] ?? 0) ? found : [];
  });
  expect(all.length).toBeGreaterThan(500);
  expect(tooLong).toEqual([]);
  expect(Object.keys(allowed).filter((name) => !all.includes(name))).toEqual([]);
});
