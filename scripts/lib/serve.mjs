import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCode, root } from './run.mjs';

/** The server's own word that it can not start as it is configured (sysexits.h). */
const BAD_CONFIGURATION = 78;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** One that lived so long is believed to be well. */
const LONG_LIFE_MS = 60_000;
/** One that lived so long had a configuration that works: what keeps the next one from starting may pass. */
const STARTED_MS = 10_000;

/**
 * The server in our terminal; what it is told, and its exit code, pass through us. With `restart`, one that died is started again,
 * after a pause that grows while it keeps dying; not one that ended well, was told to end, or can not start as it is configured.
 */
export async function serve({ args = [], env = process.env, restart = false, command = serverCommand(args) } = {}) {
  const control = passSignals();
  let pause = FIRST_PAUSE_MS;
  let hasWorked = false;
  for (;;) {
    const begun = performance.now();
    const code = await runOnce(command, env, control);
    const lived = performance.now() - begun;
    hasWorked ||= lived > STARTED_MS;
    if (!restart || control.told() || code === 0 || (code === BAD_CONFIGURATION && !hasWorked)) return code;
    if (lived > LONG_LIFE_MS) pause = FIRST_PAUSE_MS;
    console.log(`Prosa ended unexpectedly (exit code ${code}) and is started again in ${pause / 1000} s`);
    await control.wait(pause);
    if (control.told()) return code;
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

const serverCommand = (args) => [process.execPath, '--enable-source-maps', 'server/dist/main.js', ...args];

function runOnce([program, ...args], env, control) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
    control.watch(child);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/** Whatever tells us to stop tells the server that runs now, and no other is started. */
function passSignals() {
  let child;
  let told = false;
  const waiting = new AbortController();
  const note = () => {
    clearInterval(watch);
    told = true;
    waiting.abort();
  };
  // Once told by signal, the server is not told again because our parent went away: a second time means at once.
  const pass = (signal) => {
    note();
    child?.kill(signal);
  };
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));
  // Ctrl-C in a terminal reaches the server by itself; a second one would be taken for impatience.
  process.on('SIGINT', () => {
    if (process.stdin.isTTY) note();
    else pass('SIGINT');
  });
  // Told to stop, npm tells the shell between us, and that dies without a word: our parent changes, no signal comes.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) pass('SIGTERM');
  }, 250);
  watch.unref();
  return {
    told: () => told,
    watch: (started) => {
      child = started;
    },
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined),
  };
}
