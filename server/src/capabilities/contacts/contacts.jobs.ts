import { z } from 'zod';
import type { PhoneBookEntry, Provider } from '../../channels/port.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { announceImport, storePhoneBook } from './import.actions.ts';

const ImportRequest = z.object({ userId: z.int(), connectionId: z.int() });
type ImportRequest = z.output<typeof ImportRequest>;
const entriesPerBatch = 200;

/** Imports a phone book in batches and reports progress to the user who started it. Safe to run again after a crash. */
export const phoneBookImport = (providers: Record<string, Provider>): Job<typeof ImportRequest> =>
  defineJob('contacts.import', ImportRequest, (platform, companyId, asked) => importBook(platform, companyId, asked, providers), 'heavy');

async function importBook(platform: Platform, companyId: number, asked: ImportRequest, providers: Record<string, Provider>): Promise<void> {
  try {
    await importEntries(platform, companyId, asked, await readBook(platform, companyId, asked, providers));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await inScope(platform, { companyId }, async (scope) =>
      announceImport(scope, asked.userId, { action: 'failed', done: 0, total: 0, error: error.code }),
    );
  }
}

async function readBook(platform: Platform, companyId: number, { connectionId }: ImportRequest, providers: Record<string, Provider>) {
  const { provider } = await inScope(platform, { companyId }, (scope) => findConnected(scope, connectionId));
  const entries = (await providers[provider]?.phoneBook({ companyId, connectionId })) ?? [];
  return entries.filter(({ number }) => /^\d{8,50}$/.test(number));
}

async function importEntries(platform: Platform, companyId: number, { userId }: ImportRequest, entries: PhoneBookEntry[]): Promise<void> {
  const total = entries.length;
  for (let from = 0; from < total; from += entriesPerBatch) {
    const done = Math.min(total, from + entriesPerBatch);
    await inScope(platform, { companyId }, async (scope) => {
      await storePhoneBook(scope, entries.slice(from, done));
      announceImport(scope, userId, { action: 'progress', done, total, error: null });
    });
  }
  await inScope(platform, { companyId }, async (scope) =>
    announceImport(scope, userId, { action: 'finished', done: total, total, error: null }),
  );
}

/** A phone book can only be read over a connected connection. */
export async function findConnected(scope: Scope, connectionId: number) {
  const connection = await findConnection(scope, connectionId);
  if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND');
  if (connection.status !== 'CONNECTED') throw new Refusal('ERR_WAPP_NOT_INITIALIZED');
  return connection;
}
