import { messageLive } from '@prosa/contracts/messages';
import { customerFades, customerLive } from '@prosa/contracts/tickets';
import { useEffect, useSyncExternalStore } from 'react';
import { useLive } from '../../platform/live.ts';
import { createStore } from '../../platform/store.ts';

export type Doing = 'typing' | 'recording';

const doings = createStore<ReadonlyMap<number, Doing>>(new Map());
const fades = new Map<number, ReturnType<typeof setTimeout>>();

/** What the customer of a ticket is doing in their own app right now. */
export const useCustomerDoing = (ticketId: number): Doing | undefined =>
  useSyncExternalStore(doings.subscribe, () => doings.get().get(ticketId));

/** Hears it for all tickets while it is shown. Old news, as after a break, is over by now. */
export function useCustomersLive(): void {
  useLive(customerLive, ({ action, ticketId, until }) => {
    const left = Math.min(Date.parse(until) - Date.now(), customerFades);
    if (action === 'paused' || left <= 0) stop(ticketId);
    else start(ticketId, action, left);
  });
  useLive(messageLive, (event) => {
    if (event.action === 'create' && !event.message.fromMe) stop(event.ticket.id);
  });
  useEffect(
    () => () => {
      for (const ticketId of [...doings.get().keys()]) stop(ticketId);
    },
    [],
  );
}

function start(ticketId: number, doing: Doing, milliseconds: number): void {
  clearTimeout(fades.get(ticketId));
  fades.set(
    ticketId,
    setTimeout(() => stop(ticketId), milliseconds),
  );
  if (doings.get().get(ticketId) !== doing) doings.set(new Map(doings.get()).set(ticketId, doing));
}

function stop(ticketId: number): void {
  clearTimeout(fades.get(ticketId));
  fades.delete(ticketId);
  if (!doings.get().has(ticketId)) return;
  const rest = new Map(doings.get());
  rest.delete(ticketId);
  doings.set(rest);
}
