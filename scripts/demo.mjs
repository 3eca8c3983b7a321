// `npm run demo`: the product with a furnished company in it, to try it out. All of it is gone when it stops.
import './lib/node-version.mjs';

const { spawn } = await import('node:child_process');
const { randomBytes } = await import('node:crypto');
const { mkdtemp, rm } = await import('node:fs/promises');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, root, tool, toolEnv } = await import('./lib/run.mjs');
const { serve } = await import('./lib/serve.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'prosa-demo-'));
  // The platform's own first user says something to everybody, so the demo knows how to log in.
  const admin = { ADMIN_PASSWORD: process.env.ADMIN_PASSWORD ?? randomBytes(9).toString('base64url') };
  const furnisher = spawn(tool('tsx'), ['demo/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...toolEnv(), ...admin, DATA_DIR: folder },
  });
  try {
    const { DATABASE_URL: _theirs, ...env } = process.env;
    const PIX_KEY = env.PIX_KEY ?? 'financeiro@prosa.example';
    return await serve({ env: { ...env, ...admin, LOG_LEVEL: env.LOG_LEVEL ?? 'warn', DATA_DIR: folder, PIX_KEY } });
  } finally {
    furnisher.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
