import { access, constants, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { capture, Failure, root, step } from './run.mjs';

const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc', 'contracts/package.json', 'server/package.json', 'web/package.json'];
const STAMP = join(root, 'node_modules', '.prosa-stamp');

/** Installs the packages, unless those that are there fit the manifests, the lock file and this Node. */
export async function ensureInstalled() {
  if ((await readStamp(STAMP)) === (await wanted())) return;
  const first = (await stat(join(root, 'node_modules')).catch(() => undefined)) === undefined;
  await step(`Installing packages${first ? ' (the first time takes a minute or two)' : ''}`, install);
}

async function wanted() {
  return await fingerprint(MANIFESTS, `${process.version} ${process.platform} ${process.arch}`);
}

async function install() {
  await access(root, constants.W_OK).catch(() => {
    throw new Failure(`Packages must be installed, but ${root} is not writable by this user.`);
  });
  // `npm install` keeps to the lock file just as `npm ci` does, but does not insist that the registry has the
  // binaries of every other platform. Development packages are needed to build, whatever NODE_ENV says.
  const args = ['install', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const inNode = npm !== undefined && /\.[cm]?js$/.test(npm);
  const { code, output } = await capture(inNode ? process.execPath : 'npm', inNode ? [npm, ...args] : args);
  if (code === 127) throw new Failure('npm was not found: install Node with npm, then try again.');
  if (code !== 0) throw new Failure(`${output.trim()}\nPackages could not be installed (npm said the above).`);
  // After the fact: npm may have completed the lock file.
  await writeFile(STAMP, await wanted());
}
