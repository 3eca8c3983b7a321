import pg from 'pg';
import { z } from 'zod';
import { errorCode, errorMessage } from '../../boot/startup-error.ts';
import { rowsFrom } from '../rows.ts';
import { SOCKET_PORT } from './socket-dir.ts';

export const DATABASE = 'prosa';

/** State of the server when connecting to its socket. */
export type ServerState =
  | { readonly state: 'ready'; readonly version: string }
  | { readonly state: 'missing' | 'starting' | 'stopping' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** A URL that `pg` and libpq both read: the folder of the socket goes in as the host. */
export function databaseUrl(socketDir: string): string {
  return `postgres://postgres@/${DATABASE}?host=${encodeURIComponent(socketDir)}&port=${SOCKET_PORT}`;
}

const diskFull = '53100';
const noSpace = (error: unknown) => Object.assign(new Error(errorMessage(error)), { code: 'ENOSPC' });

/** Throws where the disk has no room for what a connection writes: nobody gets one, and it would be waited for in vain. */
export async function checkServer(socketDir: string): Promise<ServerState> {
  try {
    const version = await query(socketDir, DATABASE, 'show server_version', 'server_version');
    return { state: 'ready', version: version.split(' ')[0] ?? '' };
  } catch (error) {
    switch (errorCode(error)) {
      case '3D000':
        return { state: 'missing' };
      case '57P03':
        return { state: /shutting down/.test(errorMessage(error)) ? 'stopping' : 'starting' };
      case diskFull:
        throw noSpace(error);
      default:
        return { state: 'unreachable', reason: errorMessage(error) };
    }
  }
}

export async function createDatabase(socketDir: string): Promise<void> {
  try {
    await query(socketDir, 'postgres', `create database ${DATABASE}`, '');
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === diskFull) throw noSpace(error);
    // It already exists, or the connection was lost: the next check tells.
    if (code === '42P04' || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57')) return;
    throw error;
  }
}

async function query(socketDir: string, database: string, sql: string, column: string): Promise<string> {
  const client = new pg.Client({
    host: socketDir,
    port: SOCKET_PORT,
    user: 'postgres',
    database,
    // Explicit, so that PG* environment variables have no effect.
    password: '',
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
