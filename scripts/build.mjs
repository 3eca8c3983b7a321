// `npm run build`: what `npm start` would build.
import './lib/node-version.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, seconds } = await import('./lib/run.mjs');

await main(async () => {
  const begun = performance.now();
  await ensureInstalled();
  await ensureBuilt();
  console.log(`Everything is built (${seconds(begun)}).`);
});
