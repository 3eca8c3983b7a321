// `npm run backup`: a copy of everything, made while the server runs (docs/operations.md).
import './lib/node-version.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, show } = await import('./lib/run.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return await show(process.execPath, ['--enable-source-maps', 'server/dist/operations.js', 'backup', ...process.argv.slice(2)]);
});
