import { useSyncExternalStore } from 'react';
import { stored } from '../browser/stored.ts';

/** What was typed, which voice notes were played and how fast, whether the tour was left: each under the person's own key. */
const keptStarts = ['draft-', 'played-', 'audioSpeed-', 'tour-'];
const keptKey = 'keptDrafts';
const endedKey = 'endedElsewhere';

/** The tab's own store, which outlives what is cleared when a login elsewhere ends the session. */
function inTab<T>(use: (tab: Storage) => T, otherwise: T): T {
  try {
    return use(sessionStorage);
  } catch {
    return otherwise;
  }
}

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const hasEndedElsewhere = () => inTab((tab) => tab.getItem(endedKey) === 'yes', false);

/** Whether a login elsewhere ended the session of this tab, until the next login in it. */
export const useEndedElsewhere = (): boolean => useSyncExternalStore(subscribe, hasEndedElsewhere);

/** Noted as soon as it is heard: a call that the server refuses meanwhile may lead to the login page before the session is forgotten. */
export function noteEndedElsewhere(): void {
  inTab((tab) => tab.setItem(endedKey, 'yes'), undefined);
  for (const listener of [...listeners]) listener();
}

/** Before local storage is cleared: what was typed and not sent stays with this tab, and so does why the session ended. */
export function keepDrafts(): void {
  const drafts = keptStarts.flatMap((start) => stored.keys(start)).map((key) => [key, stored.read(key) ?? '']);
  inTab((tab) => tab.setItem(keptKey, JSON.stringify(drafts)), undefined);
  noteEndedElsewhere();
}

const isOf = (userId: number, key: string) =>
  keptStarts.some((start) => key === `${start}${userId}` || key.startsWith(`${start}${userId}-`));

/** After the next login of the same user they are where they were. Those of another user are dropped. */
export function giveBackDrafts(userId: number): void {
  const kept = inTab((tab) => tab.getItem(keptKey), null);
  inTab((tab) => {
    tab.removeItem(keptKey);
    tab.removeItem(endedKey);
  }, undefined);
  const drafts: unknown = kept === null ? [] : JSON.parse(kept);
  if (!Array.isArray(drafts)) return;
  for (const entry of drafts) {
    const [key, words]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof key === 'string' && isOf(userId, key) && typeof words === 'string') stored.write(key, words);
  }
}
