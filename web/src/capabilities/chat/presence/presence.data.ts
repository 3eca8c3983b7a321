import { type TicketPresence, typingFades } from '@prosa/contracts/live';
import { messageLive } from '@prosa/contracts/messages';
import { useEffect, useRef, useState } from 'react';
import { useLive, useLiveEmit, useTicketPresence } from '../../../platform/live/live.ts';
import { useSession } from '../../../platform/session/session.tsx';

const sayTypingEvery = 3000;
export type Viewer = TicketPresence['viewers'][number];

/** Colleagues who look at the same ticket. Being here is told for as long as this is used. */
export function usePresence(ticketId: number): Viewer[] {
  const emit = useLiveEmit();
  const { user } = useSession();
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useEffect(() => {
    emit('joinChatBox', ticketId);
    return () => emit('leaveChatBox', ticketId);
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
  // Whoever stopped without saying so stops typing here as well.
  useEffect(() => {
    if (!viewers.some(({ typing, recording }) => typing || recording)) return undefined;
    const still = () => setViewers((all) => all.map((viewer) => ({ ...viewer, typing: false, recording: false })));
    const timer = setTimeout(still, typingFades);
    return () => clearTimeout(timer);
  }, [viewers]);
  return viewers;
}

/** Tells colleagues that one is typing or recording, now and then while it lasts. */
export function useSayTyping(ticketId: number): (recording?: boolean) => void {
  const emit = useLiveEmit();
  const said = useRef(Number.NEGATIVE_INFINITY);
  return (recording = false) => {
    const now = performance.now();
    if (now - said.current < sayTypingEvery) return;
    said.current = now;
    emit('typing', { ticketId, recording });
  };
}
