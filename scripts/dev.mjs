// `npm run dev`: the server and the web app, both starting anew on every change.
import './lib/node-version.mjs';

const { spawn } = await import('node:child_process');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitCode, main, root, tool, toolEnv } = await import('./lib/run.mjs');

await main(async () => {
  await ensureInstalled();
  const server = [tool('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts']];
  const web = [tool('vite'), ['web', '--clearScreen', 'false']];
  const children = [server, web].map(([command, args]) =>
    spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: toolEnv() }),
  );
  const end = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  const codes = children.map((child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(exitCode(code, signal)))));
  // One without the other is of no use.
  const first = await Promise.race(codes);
  end('SIGTERM');
  await Promise.all(codes);
  return first;
});
