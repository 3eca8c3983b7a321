import { spawn } from 'node:child_process';
import { exitCode, root } from './run.mjs';

/** The server in our terminal; what it is told, and its exit code, pass through us. */
export function serve({ args = [], env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js', ...args], { cwd: root, stdio: 'inherit', env });
    // Once told by signal, the server is not told again because our parent went away: a second time means at once.
    const pass = (signal) => {
      clearInterval(watch);
      child.kill(signal);
    };
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));
    // Ctrl-C in a terminal reaches the server by itself; a second one would be taken for impatience.
    process.on('SIGINT', () => {
      if (process.stdin.isTTY) clearInterval(watch);
      else pass('SIGINT');
    });
    // Told to stop, npm tells the shell between us, and that dies without a word: our parent changes, no signal comes.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      pass('SIGTERM');
    }, 250);
    watch.unref();
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}
