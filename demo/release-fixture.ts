import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ticketsApi } from '@prosa/contracts/tickets';
import { backup } from '../server/src/operations/backup.ts';
import { readConfig } from '../server/src/platform/boot/config.ts';
import { startServer } from '../server/src/server.ts';
import { type Client, openBrowser } from '../server/test/browser.ts';
import { pngOf } from '../server/test/sample-files.ts';
import { furnish } from './furnish.ts';

/*
 * `npm run release-fixture`: the demo company as this version keeps it, as a small backup in `server/test/fixtures/`. To be run once for
 * each release, with the release's code; `server/src/operations/upgrade.test.ts` then starts every later version on it.
 */

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const migrations = beside('../server/migrations');
const fixtures = beside('../server/test/fixtures');

/** The story has no files. */
async function sendPicture(admin: Client): Promise<void> {
  const { tickets } = await admin.call(ticketsApi.list, { query: { status: 'open', showAll: 'true' } });
  const form = new FormData();
  form.append('body', 'Segue a foto');
  form.append('medias', new Blob([new Uint8Array(await pngOf(60, 40))]), 'foto.png');
  const { status } = await admin.raw('POST', `/messages/${tickets[0]?.id}`, { form });
  if (status >= 400) throw new Error(`the picture was refused: ${status}`);
}

const newest =
  (await readdir(migrations))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? '';
const target = join(fixtures, `release-${basename(newest, '.sql').slice(0, 4)}`);
const dataDir = await mkdtemp(join(tmpdir(), 'prosa-fixture-'));
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  ADMIN_PASSWORD: 'segredo-da-empresa',
  MASTER_KEY: 'a-master-key-for-tests-only-0123456789',
});
try {
  const server = await startServer(config, { migrations, web: beside('../web/dist') });
  try {
    const [boss] = await furnish(server.url, 'segredo-da-empresa');
    const admin = openBrowser(server.url);
    await admin.logIn(boss?.email ?? '', 'segredo-da-empresa');
    await sendPicture(admin);
    const { folder } = await backup(config, { target: join(dataDir, 'backups'), say: () => undefined });
    await rm(target, { recursive: true, force: true });
    await cp(folder, target, { recursive: true });
    console.log(`Made ${target}`);
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
