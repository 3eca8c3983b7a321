// `npm start`: installs, builds, runs, and starts again what died.
import './lib/node-version.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main } = await import('./lib/run.mjs');
const { serve } = await import('./lib/serve.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return await serve({ args: process.argv.slice(2), restart: true });
});
