import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['bench', 'contracts', 'demo', 'docs', 'e2e', 'faults', 'scripts', 'server', 'web'];
const documents = ['CONTRIBUTING.md', 'README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))].filter((name) =>
  name.endsWith('.md'),
);

const ours = readdirSync(root).concat(
  parts.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .map((name) => `${part}/${name.split(sep).join('/')}`),
  ),
);
/** By every tail, since the documents say `platform/http` or `rules.ts` where the reader knows the rest. */
const tails = new Set(
  ours.flatMap((path) => {
    const steps = path.split('/');
    return steps.map((_step, index) => steps.slice(index).join('/'));
  }),
);

/** A file by its ending, or a folder by beginning like one of ours; not an address, a pattern or a file of the data folder. */
function isPath(word: string): boolean {
  if (!/^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(word)) return false;
  const first = word.split('/')[0] ?? '';
  if (/\.(?:tsx?|mjs|sql|css|md)$/.test(word) || word.endsWith('order.json')) return true;
  return word.includes('/') && [...parts, 'platform', 'capabilities', 'channels', 'operations', 'app', 'ui', 'session'].includes(first);
}

test('every file and folder that the documents name is there', () => {
  const missing = documents.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/`([^`\n]+)`/g)]
      .map(([, word = '']) => word)
      .filter((word) => isPath(word) && !tails.has(word.replace(/\/$/, '')) && !existsSync(join(root, word)))
      .map((word) => `${name}: ${word}`),
  );
  expect(missing).toEqual([]);
});
