import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createStore, type Store } from '../../../platform/browser/store.ts';
import { onStoredElsewhere, stored } from '../../../platform/browser/stored.ts';
import { useSession } from '../../../platform/session/session.tsx';
import type { Shown, ThreadItem } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { isPlayed, type Played, playedText, readPlayed, withPlayed } from './played-notes.ts';
import { player } from './player.ts';

const keyOf = (userId: number) => `played-${userId}`;
const stores = new Map<number, Store<Played>>();

/** What this person has played in this browser, in any of its tabs. */
function playedBy(userId: number): Store<Played> {
  const known = stores.get(userId);
  if (known) return known;
  const played = createStore(readPlayed(stored.read(keyOf(userId))));
  onStoredElsewhere(keyOf(userId), (text) => played.set(readPlayed(text)));
  stores.set(userId, played);
  return played;
}

function markPlayed(userId: number, id: number): void {
  const played = playedBy(userId);
  if (isPlayed(played.get(), id)) return;
  const kept = stored.read(keyOf(userId));
  // Another tab may have stored one whose event is still on its way.
  played.set(withPlayed(kept === undefined ? played.get() : readPlayed(kept), id));
  stored.write(keyOf(userId), playedText(played.get()));
}

/** The number of a voice note that came in, by the key of its row; nothing for anything else. */
function noteId(key: string, { mediaType, mediaUrl, fromMe, data, isDeleted }: Shown): number | undefined {
  const isNote = mediaType === 'audio' && mediaUrl !== null && !fromMe && !isDeleted && data?.voice !== false;
  return isNote && /^m\d+$/.test(key) ? Number(key.slice(1)) : undefined;
}

/** Whether a voice note waits to be heard by this person. */
export function useIsUnplayed(key: string, shown: Shown): boolean {
  const { marksUnplayed } = useThreadActions();
  const { user } = useSession();
  const played = playedBy(user.id);
  const id = marksUnplayed ? noteId(key, shown) : undefined;
  // The answer, not the whole: playing one note draws one message anew.
  return useSyncExternalStore(played.subscribe, () => id !== undefined && !isPlayed(played.get(), id));
}

/** Takes notice of what is played, also of what follows by itself. */
export function useHeardNotes(items: readonly ThreadItem[]): void {
  const { user } = useSession();
  const { marksUnplayed } = useThreadActions();
  const hear = useEffectEvent(() => {
    const now = player.playing.get();
    if (!marksUnplayed || !now?.isPlaying || now.at === 0) return;
    const item = items.find(({ key }) => key === now.key);
    const id = item?.kind === 'bubble' ? noteId(item.key, item.shown) : undefined;
    if (id !== undefined) markPlayed(user.id, id);
  });
  useEffect(() => player.playing.subscribe(() => hear()), []);
}
