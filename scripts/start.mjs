// `npm start`: installs, builds, runs.
import './lib/node-version.mjs';

const { spawn } = await import('node:child_process');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitCode, main, root } = await import('./lib/run.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return await serve();
});

/** The server in our terminal; what it is told, and its exit code, pass through us. */
function serve() {
  return new Promise((resolve, reject) => {
    const args = ['--enable-source-maps', 'server/dist/main.js', ...process.argv.slice(2)];
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
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
