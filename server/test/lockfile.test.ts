import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/lockfile.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'prosa-lockfile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const good = { resolved: 'https://registry.npmjs.org/a/-/a-1.tgz', integrity: 'sha512-abc' };

function check(packages: Record<string, object>) {
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages }));
  const { status, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  return { status, stderr };
}
const accepted = { status: 0, stderr: '' };

test('packages of the registry with a checksum are accepted, and so are our own', () => {
  expect(check({ '': {}, server: {}, 'node_modules/@prosa/server': { link: true }, 'node_modules/a': good })).toEqual(accepted);
  expect(check({ 'node_modules/a': { integrity: 'sha512-abc' } })).toEqual(accepted);
});

test.each([
  ['a package without a checksum', { resolved: good.resolved }, 'has no checksum'],
  ['a package from another registry', { ...good, resolved: 'https://evil.example/a.tgz' }, 'comes from https://evil.example/a.tgz'],
  ['a package from a git address', { ...good, resolved: 'git+ssh://git@host.example/a.git' }, 'comes from git+ssh'],
  ['an unknown install script', { ...good, hasInstallScript: true }, 'has an install script'],
])('%s is a fault', (_name, entry, fault) => {
  expect(check({ 'node_modules/b/node_modules/a': entry })).toEqual({ status: 1, stderr: expect.stringContaining(fault) });
});

test('a known install script is no fault, also where the package is nested', () => {
  expect(check({ 'node_modules/vite/node_modules/esbuild': { ...good, hasInstallScript: true } })).toEqual(accepted);
});
