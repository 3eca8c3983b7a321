import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longest = 140;
const elsewhere = ['node_modules', 'dist', 'data', 'fixtures'];

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
    return lines.flatMap((line, place) => (line.length > longest ? `${name}:${place + 1} has ${line.length}` : []));
  });
  expect(all.length).toBeGreaterThan(500);
  expect(tooLong).toEqual([]);
});
