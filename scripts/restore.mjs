// `npm run restore`: a working installation from a backup (docs/operations.md).
import './lib/node-version.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, show } = await import('./lib/run.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return await show(process.execPath, ['--enable-source-maps', 'server/dist/operations.js', 'restore', ...process.argv.slice(2)]);
});
