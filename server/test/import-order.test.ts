import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/import-order.mjs', import.meta.url));

/** What the check says of a made-up tree: nothing when all is well. */
async function check(files: Record<string, string>): Promise<{ failed: boolean; lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-order-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'src', name)), { recursive: true });
    await writeFile(join(folder, 'src', name), text);
  }
  return new Promise((answer) => {
    execFile(process.execPath, [script, 'src', 'elsewhere'], { cwd: folder }, (error, _out, said) => {
      answer({ failed: error !== null, lines: said.split('\n').filter((line) => line !== '') });
    });
  });
}

const order = JSON.stringify(['base', 'middle', 'top', '.']);
const sound = {
  'order.json': order,
  'base/base.ts': `import { readFile } from 'node:fs/promises';`,
  'middle/middle.ts': `import { base } from '../base/base.ts';`,
  'middle/deep/deep.tsx': `import { middle } from '../middle.ts';\nexport { base } from '../../base/base.ts';`,
  'top/top.ts': `import type { Base } from '../base/base.ts';\nconst later = () => import('../middle/middle.ts');`,
  'index.ts': `import './top/top.ts';`,
};

test('imports that follow the stated order pass; a folder without a stated order is not looked at', async () => {
  expect(await check(sound)).toEqual({ failed: false, lines: [] });
  const { 'order.json': _order, ...unstated } = sound;
  expect(await check({ ...unstated, 'base/up.ts': `import '../top/top.ts';` })).toEqual({ failed: false, lines: [] });
});

test.each([
  ['a value', `import { top } from '../top/top.ts';`],
  ['a type', `import type {\n  Top,\n} from "../top/top.ts";`],
  ['what is handed on', `export * from '../top/top.ts';`],
  ['what is loaded later', `const top = () => import('../top/top.ts');`],
  ['a worker', `new Worker(new URL('../top/top.ts', import.meta.url));`],
])('an import of %s from what stands higher is named, and fails', async (_what, text) => {
  expect(await check({ ...sound, 'base/up.ts': text })).toEqual({
    failed: true,
    lines: ['src/base/up.ts imports src/top/top.ts: top stands above base (src/order.json)'],
  });
});

test('files directly in the folder have their place too, and a test may import whatever it likes', async () => {
  expect(await check({ ...sound, 'top/up.ts': `import '../index.ts';`, 'base/base.test.ts': `import '../top/top.ts';` })).toEqual({
    failed: true,
    lines: ['src/top/up.ts imports src/index.ts: src stands above top (src/order.json)'],
  });
});

test('a folder inside may state an order of its own', async () => {
  const inner = { 'middle/order.json': '["deep", "."]' };
  expect((await check({ ...sound, ...inner })).lines).toEqual([
    'src/middle/deep/deep.tsx imports src/middle/middle.ts: src/middle stands above deep (src/middle/order.json)',
  ]);
});

test('a new folder has to be given its place, and one that is gone leaves the list', async () => {
  const { 'base/base.ts': _base, 'middle/middle.ts': _middle, ...rest } = sound;
  expect((await check({ ...rest, 'added/added.ts': '' })).lines).toEqual([
    'added has no place in src/order.json',
    'base is named in src/order.json and is not there',
  ]);
});
