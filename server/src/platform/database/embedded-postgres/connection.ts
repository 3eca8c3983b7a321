import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { errorCode, errorMessage, StartupError } from '../../boot/startup-error.ts';
import { rowsFrom } from '../rows.ts';
import { readPassword } from './password.ts';
import { SOCKET_PORT } from './socket-dir.ts';

export const DATABASE = 'prosa';

/** State of the server when connecting to its socket. */
export type ServerState =
  | { readonly state: 'ready'; readonly version: string }
  | { readonly state: 'missing' | 'starting' | 'stopping' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** A URL that `pg` and libpq both read: the folder of the socket goes in as the host. */
export function databaseUrl(socketDir: string, password: string): string {
  return `postgres://postgres:${password}@/${DATABASE}?host=${encodeURIComponent(socketDir)}&port=${SOCKET_PORT}`;
}

/** Returns the address of the server that runs on a cluster, undefined when none has started. */
export async function findRunning(cluster: string): Promise<{ socketDir: string; password: string } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const socketDir = text.split('\n')[4];
  // One of an earlier release has no password and takes any.
  return socketDir ? { socketDir, password: (await readPassword(cluster)) ?? '' } : undefined;
}

const diskFull = '53100';
const wrongPassword = '28P01';
const noSpace = (error: unknown) => Object.assign(new Error(errorMessage(error)), { code: 'ENOSPC' });

/** Throws where the disk has no room for what a connection writes: nobody gets one, and it would be waited for in vain. */
export async function checkServer(socketDir: string, password: string): Promise<ServerState> {
  try {
    const version = await query({ socketDir, password, database: DATABASE }, 'show server_version', 'server_version');
    return { state: 'ready', version: version.split(' ')[0] ?? '' };
  } catch (error) {
    switch (errorCode(error)) {
      case '3D000':
        return { state: 'missing' };
      case '57P03':
        return { state: /shutting down/.test(errorMessage(error)) ? 'stopping' : 'starting' };
      case diskFull:
        throw noSpace(error);
      case wrongPassword:
        throw new StartupError(
          'The embedded database has another password than the one in its folder (postgres/prosa.password): ' +
            'remove that file while nothing runs, and a new password is set at the next start',
        );
      default:
        return { state: 'unreachable', reason: errorMessage(error) };
    }
  }
}

export async function createDatabase(socketDir: string, password: string): Promise<void> {
  try {
    await query({ socketDir, password, database: 'postgres' }, `create database ${DATABASE}`, '');
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === diskFull) throw noSpace(error);
    // It already exists, or the connection was lost: the next check tells.
    if (code === '42P04' || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57')) return;
    throw error;
  }
}

type Place = { socketDir: string; password: string; database: string };

async function query({ socketDir, password, database }: Place, sql: string, column: string): Promise<string> {
  const client = new pg.Client({
    host: socketDir,
    port: SOCKET_PORT,
    user: 'postgres',
    database,
    password,
    // Explicit, so that PG* environment variables have no effect.
    ssl: false,
    options: '',
    connectionTimeoutMillis: 3000,
  });
  // A server that dies during a query also emits this event, which has no other listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const rows = await rowsFrom(client, z.record(z.string(), z.string()), sql);
    return rows[0]?.[column] ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}
