import { z } from 'zod';
import type { PhoneBookEntry, Provider } from '../../channels/port.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { keepPhoneBook, tellImport } from './import.actions.ts';

const Asked = z.object({ userId: z.int(), connectionId: z.int() });
type Asked = z.output<typeof Asked>;
const entriesAtOnce = 200;

/** Brings in a phone book, some entries at a time, and tells who asked how far it is. Begun again after a crash, it finds done what was done. */
export const phoneBookImport = (providers: Record<string, Provider>): Job<typeof Asked> =>
  defineJob('contacts.import', Asked, (platform, companyId, asked) => importBook(platform, companyId, asked, providers), 'heavy');

async function importBook(platform: Platform, companyId: number, asked: Asked, providers: Record<string, Provider>): Promise<void> {
  try {
    await bringIn(platform, companyId, asked, await readBook(platform, companyId, asked, providers));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await inScope(platform, { companyId }, async (scope) =>
      tellImport(scope, asked.userId, { action: 'failed', done: 0, total: 0, error: error.code }),
    );
  }
}

async function readBook(platform: Platform, companyId: number, { connectionId }: Asked, providers: Record<string, Provider>) {
  const { provider } = await inScope(platform, { companyId }, (scope) => connectedOne(scope, connectionId));
  const entries = (await providers[provider]?.phoneBook({ companyId, connectionId })) ?? [];
  return entries.filter(({ number }) => /^\d{8,50}$/.test(number));
}

async function bringIn(platform: Platform, companyId: number, { userId }: Asked, entries: PhoneBookEntry[]): Promise<void> {
  const total = entries.length;
  for (let from = 0; from < total; from += entriesAtOnce) {
    const done = Math.min(total, from + entriesAtOnce);
    await inScope(platform, { companyId }, async (scope) => {
      await keepPhoneBook(scope, entries.slice(from, done));
      tellImport(scope, userId, { action: 'progress', done, total, error: null });
    });
  }
  await inScope(platform, { companyId }, async (scope) =>
    tellImport(scope, userId, { action: 'finished', done: total, total, error: null }),
  );
}

/** A phone book can be read only over a connection that stands. */
export async function connectedOne(scope: Scope, connectionId: number) {
  const connection = await findConnection(scope, connectionId);
  if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND');
  if (connection.status !== 'CONNECTED') throw new Refusal('ERR_WAPP_NOT_INITIALIZED');
  return connection;
}
