import { useEffect, useState } from 'react';
import { z } from 'zod';
import { onStoredElsewhere, stored } from '../../platform/browser/stored.ts';

const keyOf = (userId: number) => `readAnnouncements:${userId}`;
const Ids = z.array(z.int());
/** The newest are kept; older ones are long out of the list. */
const maxKept = 300;

function idsIn(text: string | undefined): number[] {
  try {
    return Ids.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** Which announcements this person has read in this browser; its other tabs know at once. */
export function useReadAnnouncements(userId: number) {
  const key = keyOf(userId);
  const [read, setRead] = useState(() => idsIn(stored.read(key)));
  useEffect(() => {
    setRead(idsIn(stored.read(key)));
    return onStoredElsewhere(key, (text) => setRead(idsIn(text)));
  }, [key]);
  return {
    isRead: (id: number) => read.includes(id),
    markRead(ids: readonly number[]): void {
      const next = [...new Set([...idsIn(stored.read(key)), ...read, ...ids])].sort((a, b) => a - b).slice(-maxKept);
      stored.write(key, JSON.stringify(next));
      setRead(next);
    },
  };
}
