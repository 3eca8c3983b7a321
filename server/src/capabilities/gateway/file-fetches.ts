import type { Readable } from 'node:stream';
import type { Session } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { discardUploads, storeFile } from '../../platform/http/uploads.ts';
import { mediaLimits } from '../../platform/storage/sniff.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { HeldLease } from '../connections/leases.ts';
import { claimFetches, type FileFetch, giveUpFetch, keepFetched } from '../messages/file-fetches.actions.ts';

/** So many files of one connection come at once. */
const maxConcurrentFetches = 3;
const answerWithin = 60_000;
/** A file that is not there by then is broken off and tried again. */
const maxFetchMilliseconds = 10 * 60_000;

/**
 * Fetches files that were still on the network when their messages came. Each is claimed in a scope, fetched and stored outside, and given
 * to its message in another. After a crash in between it is fetched once more; stored bytes that no row names are swept.
 */
export function openFileFetches(platform: Platform, held: HeldLease, session: Session): { wake(): void; stop(): Promise<void> } {
  const busy = new Map<number, Promise<void>>();
  const streams = new Set<Readable>();
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const mayGoOn = () => !stopped && session.isOpen();
  const { connectionId } = held;
  const complain = (error: unknown) =>
    platform.log.warn({ err: error, connectionId }, 'a file could not be fetched, and will be tried again');

  async function look(): Promise<void> {
    while (mayGoOn() && busy.size < maxConcurrentFetches) {
      again = false;
      const due = await claimFetches(platform, held, [...busy.keys()], maxConcurrentFetches - busy.size);
      if (due.length === 0) return;
      crashPoint('fetch.claimed');
      for (const each of due) busy.set(each.messageId, begin(each));
    }
  }

  async function begin(wanted: FileFetch): Promise<void> {
    // In the map before it can leave it.
    await Promise.resolve();
    await fetchOne(wanted).catch(complain);
    busy.delete(wanted.messageId);
    wake();
  }

  async function fetchOne(wanted: FileFetch): Promise<void> {
    const outcome = await bytesOf(platform, held.companyId, { session, streams }, wanted).catch((error: unknown) => {
      if (!wanted.isLast) throw error;
      return 'gone' as const;
    });
    if (outcome === 'later' && !wanted.isLast) return;
    if (typeof outcome === 'string') return giveUpFetch(platform, held, wanted.messageId);
    crashPoint('fetch.stored');
    if (!(await keepFetched(platform, held, wanted.messageId, outcome))) await discardUploads(platform, [outcome]);
    crashPoint('fetch.recorded');
  }

  function wake(): void {
    again = looking !== undefined;
    if (again || !mayGoOn()) return;
    looking = look()
      .catch(complain)
      .finally(() => {
        looking = undefined;
        if (again) wake();
      });
  }

  return {
    wake,
    async stop() {
      stopped = true;
      for (const stream of streams) stream.destroy(new Error('the session ends'));
      await looking;
      await Promise.all(busy.values());
    },
  };
}

/** Streams that are read now, to be broken off when the session ends. */
type Source = { session: Session; streams: Set<Readable> };

/** The stored file, or what became of it instead. */
async function bytesOf(platform: Platform, companyId: number, { session, streams }: Source, wanted: FileFetch) {
  const { ref, kind, size, mimetype, fileName } = wanted;
  if (size !== null && size > mediaLimits[kind]) return 'gone';
  const fetched = await withTimeout(session.fetchFile(ref), answerWithin, 'the provider did not answer');
  if (fetched.outcome !== 'fetched') return fetched.outcome;
  const { stream } = fetched;
  const end = setTimeout(() => stream.destroy(new Error('it took too long')), maxFetchMilliseconds);
  streams.add(stream);
  try {
    return await storeFile(platform, companyId, stream, { mimetype, fileName });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ERR_TOO_LARGE') return 'gone';
    throw error;
  } finally {
    clearTimeout(end);
    streams.delete(stream);
    stream.destroy();
  }
}
