import { forgetNotices } from '../browser/notices.ts';
import { createStore } from '../browser/store.ts';
import { stored } from '../browser/stored.ts';

const unsentStart = 'outbox-';
const personalStarts = ['draft-', 'quote-', unsentStart];

/** Messages that a capability holds in memory until they are sent. */
type UnsentMessages = {
  /** Counts unsent messages that local storage does not hold, such as files. */
  countUnstored(): number;
  clear(): void;
};
const held = new Set<UnsentMessages>();
export const registerUnsentMessages = (messages: UnsentMessages): void => void held.add(messages);

const countUnsent = () => stored.keys(unsentStart).length + [...held].reduce((sum, messages) => sum + messages.countUnstored(), 0);

/** How many unsent messages a logout would remove, while the user is asked about it. */
export const logOutQuestion = createStore<number | undefined>(undefined);

/** Asks before a logout that would remove unsent messages. Returns false when there are none. */
export function askAboutUnsent(): boolean {
  const count = countUnsent();
  if (count > 0) logOutQuestion.set(count);
  return count > 0;
}

/**
 * Removes what a user wrote and was told, so that the next person at this computer cannot read it. Preferences such as theme and
 * language stay.
 */
export function removePersonalData(): void {
  for (const messages of held) messages.clear();
  for (const key of personalStarts.flatMap((start) => stored.keys(start))) stored.remove(key);
  forgetNotices();
}
