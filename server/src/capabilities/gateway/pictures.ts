import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Features } from '../../channels/features.ts';
import type { Frame, Picture, Session } from '../../channels/port.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { discardUploads, storeFile } from '../../platform/http/uploads.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { HeldLease } from '../connections/leases.ts';
import { claimPicture, type DuePicture, dropPicture, keepPicture } from '../contacts/pictures.actions.ts';

/** The contact is made by the inbox meanwhile, and a network that is asked for many pictures at once grows suspicious. */
const pause = 2_000;
const patience = 30_000;
const maxWaiting = 1_000;
const maxRemembered = 10_000;
const maxBytes = 2 ** 20;
const askAgainAfter = 24 * 3_600_000;

/**
 * Fetches the pictures of those who write, one after the other, of each at most once a day. It is worth one try: what fails or is
 * forgotten in a restart is tried when they write again.
 */
export function openPictures(platform: Platform, held: HeldLease, session: Session, features: Features) {
  const waiting = new Set<string>();
  const asked = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function note(frames: Frame[]): void {
    if (!features.has('picture') || stopped) return;
    for (const frame of frames) {
      if (frame.kind !== 'message' || frame.fromMe || frame.isGroup || frame.silent || waiting.size >= maxWaiting) continue;
      if (performance.now() - (asked.get(frame.chat) ?? -Infinity) > askAgainAfter) waiting.add(frame.chat);
    }
    if (waiting.size > 0) timer ??= setTimeout(next, pause);
  }

  function next(): void {
    timer = undefined;
    const [chat] = waiting;
    if (!session.isOpen()) waiting.clear();
    if (chat === undefined || stopped || !waiting.delete(chat)) return;
    if (asked.size >= maxRemembered) asked.clear();
    asked.set(chat, performance.now());
    void ask(chat)
      .catch((error: unknown) =>
        platform.log.warn({ err: error, connectionId: held.connectionId }, 'a picture of a contact was not fetched'),
      )
      .finally(() => {
        if (!stopped && waiting.size > 0) timer ??= setTimeout(next, pause);
      });
  }

  async function ask(chat: string): Promise<void> {
    const due = await claimPicture(platform, held, chat);
    if (!due) return;
    const picture = await withTimeout(session.picture(chat), patience, 'the provider did not answer');
    if (picture === 'none') await dropPicture(platform, held, due);
    else if (picture !== 'unknown') await keep(due, picture);
  }

  async function keep(due: DuePicture, { bytes, mimetype }: Picture): Promise<void> {
    if (bytes.length > maxBytes) return;
    if (createHash('sha256').update(bytes).digest('hex') === due.sha256) return;
    const file = await storeFile(platform, held.companyId, Readable.from([bytes]), { mimetype, fileName: 'picture' });
    if (file.kind !== 'image' || !(await keepPicture(platform, held, due, file))) await discardUploads(platform, [file]);
  }

  return {
    note,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
