import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Socket } from 'socket.io-client';
import { afterAll, inject } from 'vitest';
import { readConfig } from '../src/platform/boot/config.ts';
import { movableClock } from '../src/platform/clock.ts';
import { hashCheaply } from '../src/platform/crypto-tokens.ts';
import { watchRows } from '../src/platform/database/rows.ts';
import type { Http } from '../src/platform/http/http.ts';
import { checkEveryReply } from '../src/platform/http/json-text.ts';
import type { Outbound } from '../src/platform/outbound/outbound.ts';
import { watchNesting } from '../src/platform/scope-nesting.ts';
import { startServer } from '../src/server.ts';
import { password, peopleOf } from './browser.ts';
import { freshDatabase, masterKey } from './database.ts';

export const folders = {
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  web: fileURLToPath(new URL('../../web/dist', import.meta.url)),
};

type Database = { url: string; drop(): Promise<void> };

/** Nodes of one database keep their files in one place: that of the first. */
const filesOf = new Map<string, string>();

async function shareFiles(databaseUrl: string, dataDir: string): Promise<void> {
  const shared = filesOf.get(databaseUrl);
  if (shared === undefined) filesOf.set(databaseUrl, join(dataDir, 'media'));
  else {
    await mkdir(shared, { recursive: true });
    await symlink(shared, join(dataDir, 'media'));
  }
}

/**
 * A whole server over real HTTP and sockets, on a database of its own (or a shared one, as a second node), with a clock that can be
 * moved.
 */
export async function openWorld(
  environment: Record<string, string> = {},
  shared?: Database,
  mountMore?: (http: Http) => void,
  outbound?: Outbound,
) {
  watchNesting();
  watchRows();
  checkEveryReply();
  const hashAsAgreed = hashCheaply();
  const database = shared ?? (await freshDatabase(inject('templateUrl')));
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-world-'));
  await shareFiles(database.url, dataDir);
  const clock = movableClock();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ADMIN_PASSWORD: password,
    RATE_LIMIT_FACTOR: '1000',
    UNDO_SECONDS: '0',
    ...environment,
  });
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const server = await startServer(config, folders, print, clock, mountMore, outbound).catch((error: unknown) => {
    hashAsAgreed();
    throw error;
  });
  const sockets: Socket[] = [];
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    for (const socket of sockets) socket.disconnect();
    await server.stop();
    hashAsAgreed();
    await rm(dataDir, { recursive: true, force: true });
    if (!shared) await database.drop();
  };
  afterAll(close);
  return { ...peopleOf(server.url, sockets), server, config, clock, database, dataDir, printed, close };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
