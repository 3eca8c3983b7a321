import { z } from 'zod';
import { stored } from '../../../platform/browser/stored.ts';
import type { Outgoing } from './outbox.ts';
import { QuotedContent } from './quoted.ts';

export type OutboxStore = {
  left: (conversation: string) => Outgoing[];
  keep: (conversation: string, entry: Outgoing) => void;
  drop: (conversation: string, key: string) => void;
};

const Kept = z.object({
  key: z.string(),
  sendKey: z.string(),
  body: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'failed']),
  after: z.number(),
  quoted: QuotedContent.optional(),
});
const placeOf = (conversation: string, key = '') => `outbox-${conversation}-${key}`;

/** One entry, one key of the local storage: two tabs never overwrite each other's. Files are too large to be kept so. */
export const keptTexts: OutboxStore = {
  left: (conversation) =>
    stored
      .keys(placeOf(conversation))
      .flatMap((place) => read(stored.read(place)))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
  keep(conversation, { attached, ...entry }) {
    if (!attached) stored.write(placeOf(conversation, entry.key), JSON.stringify(entry));
  },
  drop: (conversation, key) => stored.remove(placeOf(conversation, key)),
};

function read(text: string | undefined): Outgoing[] {
  try {
    const kept = Kept.safeParse(JSON.parse(text ?? ''));
    return kept.success ? [kept.data] : [];
  } catch {
    return [];
  }
}
