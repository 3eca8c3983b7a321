import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, step } from './run.mjs';

const APT_OPTIONS = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];

const BROWSER = {
  what: 'a browser (chromium)',
  leftOut: 'browser tests are left out',
  // The shell has no window to draw: a tenth less work for the same page.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  places: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  variable: 'CHROME_PATH',
  packages: ['chromium-headless-shell', 'fonts-inter', 'fonts-noto-color-emoji'],
  // Where the shell is no package of its own.
  otherwise: ['chromium', 'fonts-inter', 'fonts-noto-color-emoji'],
};

const REDIS = {
  what: 'redis-server',
  leftOut: 'many-node tests over Redis are left out',
  names: ['redis-server', 'valkey-server'],
  places: [],
  variable: 'REDIS_SERVER_PATH',
  packages: ['redis-server'],
  service: 'redis-server',
};

let listsAreFresh = false;

/** The programs that some tests need, as variables for them; installed from Debian's packages if root may do that. */
export async function systemParts() {
  const found = {};
  const browser = await provide(BROWSER);
  if (browser !== undefined) found.PROSA_CHROME = browser;
  const redis = await provide(REDIS);
  if (redis !== undefined) found.PROSA_REDIS = redis;
  return found;
}

async function provide(part) {
  const present = await find(part);
  if (present !== undefined) return present;
  const given = process.env[part.variable];
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined;
  let reason = given ? `${part.variable}=${given} does not run` : 'not found';
  if (mayInstall) {
    const failure = await step(`Installing ${part.what}`, () => installAny(part));
    const installed = await find(part);
    if (installed !== undefined) return installed;
    reason = failure ?? 'it does not run';
  }
  console.log(`Without ${part.what}, ${part.leftOut} (${reason}; install ${part.packages.join(' ')} or set ${part.variable}).`);
  return undefined;
}

async function find(part) {
  const given = process.env[part.variable];
  const candidates = given ? [given] : [...part.names.map(onPath), ...part.places].filter(Boolean);
  for (const candidate of candidates) {
    // Some systems have a stub of that name that only tells how to install the real thing.
    const { code } = await capture(candidate, ['--version'], { timeout: 30_000 });
    if (code === 0) return candidate;
  }
  return undefined;
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

async function installAny({ otherwise, ...part }) {
  const failure = await aptInstall(part);
  return failure !== undefined && otherwise !== undefined ? await aptInstall({ ...part, packages: otherwise }) : failure;
}

/** Undefined when all went well, else the last thing apt said. */
async function aptInstall(part) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!listsAreFresh) await capture('apt-get', [...APT_OPTIONS, 'update'], { env });
  listsAreFresh = true;
  const args = [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...part.packages];
  const { code, output } = await capture('apt-get', args, { env });
  // Debian starts a service on installing it; the tests start their own and want no other.
  if (code === 0 && part.service !== undefined) await stopService(part.service);
  return code === 0 ? undefined : (output.trim().split('\n').at(-1) ?? 'apt-get failed');
}

async function stopService(name) {
  if (onPath('systemctl') !== undefined) await capture('systemctl', ['disable', '--now', name]);
  if (onPath('service') !== undefined) await capture('service', [name, 'stop']);
}
