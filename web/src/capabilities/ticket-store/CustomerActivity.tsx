import { messageLive } from '@prosa/contracts/messages';
import { customerActivityMilliseconds, customerLive } from '@prosa/contracts/tickets';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLive } from '../../platform/live/live.ts';

export type Activity = 'typing' | 'recording';
type Activities = ReadonlyMap<number, Activity>;

const ActivitiesContext = createContext<Activities>(new Map());

/** What the customer of a ticket is currently doing in their app. */
export const useCustomerActivity = (ticketId: number): Activity | undefined => useContext(ActivitiesContext).get(ticketId);

/** Listens for all tickets inside: a listener of its own for each row would be felt in long lists. */
export function CustomerActivityProvider({ children }: { children: ReactNode }) {
  const [activities, setActivities] = useState<Activities>(new Map());
  const fades = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const set = (ticketId: number, activity: Activity | undefined) =>
    setActivities((held) => {
      if (held.get(ticketId) === activity) return held;
      const next = new Map(held);
      if (activity) next.set(ticketId, activity);
      else next.delete(ticketId);
      return next;
    });
  const stop = (ticketId: number) => {
    clearTimeout(fades.current.get(ticketId));
    fades.current.delete(ticketId);
    set(ticketId, undefined);
  };
  useLive(customerLive, ({ action, ticketId, until }) => {
    stop(ticketId);
    // Events replayed after a reconnection have expired.
    const left = Math.min(Date.parse(until) - Date.now(), customerActivityMilliseconds);
    if (action === 'paused' || left <= 0) return;
    set(ticketId, action);
    fades.current.set(
      ticketId,
      setTimeout(() => stop(ticketId), left),
    );
  });
  useLive(messageLive, (event) => {
    if (event.action === 'create' && event.ticket && !event.message.fromMe && fades.current.has(event.ticket.id)) stop(event.ticket.id);
  });
  useEffect(() => {
    const running = fades.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);
  return <ActivitiesContext value={activities}>{children}</ActivitiesContext>;
}
