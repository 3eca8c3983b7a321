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
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    // Ctrl-C in a terminal reaches the server by itself; a second one would be taken for impatience.
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    // Told to stop, npm tells the shell between us, and that dies without a word: our parent changes, no signal comes.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 250);
    watch.unref();
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}
