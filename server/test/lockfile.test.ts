import { expect, test } from 'vitest';
import { findLockfileFaults } from '../../scripts/lib/lockfile.mjs';

const good = { resolved: 'https://registry.npmjs.org/a/-/a-1.tgz', integrity: 'sha512-abc' };
const faultsOf = (packages: Record<string, object>) => findLockfileFaults({ packages });

test('packages of the registry with a checksum are accepted, and so are our own', () => {
  expect(faultsOf({ '': {}, server: {}, 'node_modules/@prosa/server': { link: true }, 'node_modules/a': good })).toEqual([]);
  expect(faultsOf({ 'node_modules/a': { integrity: 'sha512-abc' } })).toEqual([]);
});

test.each([
  ['a package without a checksum', { resolved: good.resolved }, 'has no checksum'],
  ['a package from another registry', { ...good, resolved: 'https://evil.example/a.tgz' }, 'comes from https://evil.example/a.tgz'],
  ['a package from a git address', { ...good, resolved: 'git+ssh://git@host.example/a.git' }, 'comes from git+ssh'],
  ['an unknown install script', { ...good, hasInstallScript: true }, 'has an install script'],
])('%s is a fault', (_name, entry, fault) => {
  expect(faultsOf({ 'node_modules/b/node_modules/a': entry })).toEqual([expect.stringContaining(fault)]);
});

test('a known install script is no fault, also where the package is nested', () => {
  expect(faultsOf({ 'node_modules/vite/node_modules/esbuild': { ...good, hasInstallScript: true } })).toEqual([]);
});
