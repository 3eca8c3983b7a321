// `npm run rotate-key`: a new master key, and everything sealed with it (docs/operations.md).
import './lib/node-version.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, show } = await import('./lib/run.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return await show(process.execPath, ['--enable-source-maps', 'server/dist/operations.js', 'rotate-key', ...process.argv.slice(2)]);
});
