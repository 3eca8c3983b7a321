import { stored } from '../browser/stored.ts';

/** What was typed, which voice notes were played, and how fast: each under the person's own key. */
const keptStarts = ['draft-', 'played-', 'audioSpeed-'];
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

/** Before local storage is cleared: what was typed and not sent stays with this tab, and so does why the session ended. */
export function keepDrafts(): void {
  const drafts = keptStarts.flatMap((start) => stored.keys(start)).map((key) => [key, stored.read(key) ?? '']);
  inTab((tab) => {
    tab.setItem(keptKey, JSON.stringify(drafts));
    tab.setItem(endedKey, 'yes');
  }, undefined);
}

/** After the next login they are where they were; they are kept by person, so nobody sees another's. */
export function giveBackDrafts(): void {
  const kept = inTab((tab) => tab.getItem(keptKey), null);
  inTab((tab) => {
    tab.removeItem(keptKey);
    tab.removeItem(endedKey);
  }, undefined);
  const drafts: unknown = kept === null ? [] : JSON.parse(kept);
  if (!Array.isArray(drafts)) return;
  for (const entry of drafts) {
    const [key, words]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof key === 'string' && keptStarts.some((start) => key.startsWith(start)) && typeof words === 'string') stored.write(key, words);
  }
}

export const hasEndedElsewhere = (): boolean => inTab((tab) => tab.getItem(endedKey) === 'yes', false);
