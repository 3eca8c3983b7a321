import { type TicketPresence, typingMilliseconds } from '@prosa/contracts/live';
import { messageLive } from '@prosa/contracts/messages';
import { useEffect, useRef, useState } from 'react';
import { useLive, useLiveEmit, useTicketPresence } from '../../../platform/live/live.ts';
import { useSession } from '../../../platform/session/session.tsx';

const sayTypingInterval = 3000;
/** Who walks down the list by keys looks at none of the conversations; and the one that opens is painted first. */
const joinAfter = 150;
export type Viewer = TicketPresence['viewers'][number];

/** Colleagues with the same ticket open. Announces this user while mounted. */
export function usePresence(ticketId: number): Viewer[] {
  const emit = useLiveEmit();
  const { user } = useSession();
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useEffect(() => {
    let hasJoined = false;
    const timer = setTimeout(() => {
      hasJoined = true;
      emit('joinChatBox', ticketId);
    }, joinAfter);
    return () => {
      clearTimeout(timer);
      if (hasJoined) setTimeout(() => emit('leaveChatBox', ticketId));
    };
  }, [emit, ticketId]);
  useTicketPresence((heard) => {
    if (heard.ticketId === ticketId) setViewers(heard.viewers.filter(({ userId }) => userId !== user.id));
  });
  // What was written has arrived: whoever wrote it is no longer writing it.
  useLive(messageLive, ({ action, message }) => {
    if (action !== 'create' || message.ticketId !== ticketId) return;
    setViewers((all) =>
      all.map((viewer) => (viewer.userId === message.user?.id ? { ...viewer, typing: false, recording: false } : viewer)),
    );
  });
  // Typing expires without a stop event.
  useEffect(() => {
    if (!viewers.some(({ typing, recording }) => typing || recording)) return undefined;
    const still = () => setViewers((all) => all.map((viewer) => ({ ...viewer, typing: false, recording: false })));
    const timer = setTimeout(still, typingMilliseconds);
    return () => clearTimeout(timer);
  }, [viewers]);
  return viewers;
}

/** Announces typing or recording to colleagues, repeated while it lasts. */
export function useEmitTyping(ticketId: number): (recording?: boolean) => void {
  const emit = useLiveEmit();
  const said = useRef(Number.NEGATIVE_INFINITY);
  return (recording = false) => {
    const now = performance.now();
    if (now - said.current < sayTypingInterval) return;
    said.current = now;
    emit('typing', { ticketId, recording });
  };
}
