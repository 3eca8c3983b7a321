import { MessageInput } from '@prosa/contracts/messages';
import { z } from 'zod';
import { stored } from '../../../platform/browser/stored.ts';
import type { Outgoing } from './outbox.ts';
import { QuotedContent } from './quoted.ts';

export type OutboxStore = {
  load: (conversation: string) => Outgoing[];
  save: (conversation: string, entry: Outgoing) => void;
  remove: (conversation: string, key: string) => void;
};

const StoredText = z.object({
  key: z.string(),
  sendKey: z.string(),
  body: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'failed']),
  after: z.number(),
  quoted: QuotedContent.optional(),
  template: MessageInput.shape.template,
  failure: z.string().optional(),
});
const storageKeyOf = (conversation: string, key = '') => `outbox-${conversation}-${key}`;

/** One entry, one key of the local storage: two tabs never overwrite each other's. Files are too large to be kept so. */
export const storedTexts: OutboxStore = {
  load: (conversation) =>
    stored
      .keys(storageKeyOf(conversation))
      .flatMap((place) => read(stored.read(place)))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
  save(conversation, { attached, ...entry }) {
    if (!attached) stored.write(storageKeyOf(conversation, entry.key), JSON.stringify(entry));
  },
  remove: (conversation, key) => stored.remove(storageKeyOf(conversation, key)),
};

function read(text: string | undefined): Outgoing[] {
  try {
    const kept = StoredText.safeParse(JSON.parse(text ?? ''));
    return kept.success ? [kept.data] : [];
  } catch {
    return [];
  }
}
