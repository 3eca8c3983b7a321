import { access, constants, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { mayRunScript } from './lockfile.mjs';
import { isRelease } from './release.mjs';
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
  // binaries of every other platform. Development packages are needed to build, whatever NODE_ENV says; a release is built.
  const which = isRelease ? ['--omit=dev', '--workspace=server'] : ['--include=dev'];
  await npm(['install', ...which, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']);
  await runAllowedScripts();
  // After the fact: npm may have completed the lock file.
  await writeFile(STAMP, await wanted());
}

/** Packages may run no code when they are installed, except those that are known to need it. */
async function runAllowedScripts() {
  const { packages } = JSON.parse(await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter(mayRunScript);
  if (names.length > 0) await npm(['rebuild', '--loglevel=error', ...names]);
}

async function npm(args) {
  const path = process.env.npm_execpath;
  const inNode = path !== undefined && /\.[cm]?js$/.test(path);
  const { code, output } = await capture(inNode ? process.execPath : 'npm', inNode ? [path, ...args] : args);
  if (code === 127) throw new Failure('npm was not found: install Node with npm, then try again.');
  if (code !== 0) throw new Failure(`${output.trim()}\nPackages could not be installed (npm said the above).`);
}
