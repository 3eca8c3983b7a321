import { messageLive } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { useEffect } from 'react';
import { createStore, useStore } from '../../platform/browser/store.ts';
import { useLive } from '../../platform/live/live.ts';

type LikelyTicket = Pick<Ticket, 'id' | 'uuid'>;
const likely = createStore<LikelyTicket | undefined>(undefined);

/** Marks a ticket as the likely next one; its conversation is loaded. */
export const expectTicket = ({ id, uuid }: LikelyTicket): void => likely.set({ id, uuid });

/**
 * The uuid of the ticket that will most likely be opened next. What is said in it meanwhile would be missed: then none is. Once
 * opened it is expected no more: a conversation that is left is taken down, and made ready anew with what is known by then.
 */
export function useLikelyTicket(opened: string | undefined): string | undefined {
  const ticket = useStore(likely);
  useLive(messageLive, ({ message }) => {
    if ((message.ticketId ?? message.ticket?.id) === ticket?.id) likely.set(undefined);
  });
  useEffect(() => {
    if (opened === ticket?.uuid) likely.set(undefined);
  }, [opened, ticket]);
  useEffect(() => () => likely.set(undefined), []);
  return ticket?.uuid;
}
