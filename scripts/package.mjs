// `npm run package`: what a server needs, built, in one archive. It holds no source and installs no development package.
import './lib/node-version.mjs';

const { cp, mkdir, readFile, rm, writeFile } = await import('node:fs/promises');
const { dirname, join } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { releaseFile } = await import('./lib/release.mjs');
const { capture, Failure, main, root } = await import('./lib/run.mjs');

const CONTENT = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'docs',
  'contracts/package.json',
  'web/package.json',
  'web/dist',
  'server/package.json',
  'server/dist',
  'server/migrations',
  ...['start', 'backup', 'restore', 'rotate-key'].map((name) => `scripts/${name}.mjs`),
  ...['build', 'fingerprint', 'install', 'lockfile', 'node-version', 'release', 'run', 'serve'].map((name) => `scripts/lib/${name}.mjs`),
];

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const name = `prosa-${version}`;
  const folder = join(root, '.cache', 'package', name);
  await rm(dirname(folder), { recursive: true, force: true });
  for (const path of CONTENT) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await writeFile(join(folder, releaseFile), `${JSON.stringify({ version })}\n`);
  await mkdir(join(root, 'release'), { recursive: true });
  const archive = join(root, 'release', `${name}.tgz`);
  const { code, output } = await capture('tar', ['-czf', archive, '-C', dirname(folder), name]);
  if (code !== 0) throw new Failure(`${output.trim()}\nThe archive could not be written.`);
  console.log(`${archive} is ready. Unpack it where the server is to run, then: npm start`);
});
