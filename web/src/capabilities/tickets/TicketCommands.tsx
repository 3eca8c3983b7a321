import type { Ticket } from '@prosa/contracts/tickets';
import { type Command, useCommands } from '../../platform/browser/commands.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { type TicketActions, useTicketActions } from '../ticket-actions/useTicketActions.ts';
import { useTicket } from '../ticket-store/tickets.data.ts';
import { useTicketDialogs } from './dialogs/useTicketDialogs.tsx';
import { listMessages } from './list/list.messages.ts';

/** Offers what can be done with the ticket that is shown. */
export function TicketCommands({ uuid }: { uuid: string }) {
  const ticket = useTicket(uuid).data;
  return ticket ? <Offered ticket={ticket} /> : null;
}

function Offered({ ticket }: { ticket: Ticket }) {
  const text = useMessages(listMessages);
  const actions = useTicketActions();
  const dialogs = useTicketDialogs();
  const named = { name: ticket.contact.name };
  const all = { ...actionCommands(ticket, actions), transfer: () => dialogs.transfer([ticket]) };
  const offer = (action: keyof typeof all, keys?: readonly string[]): Command => ({
    id: `ticket-${action}`,
    label: `${text(action)} · ${named.name}`,
    ...(keys && { keys }),
    run: all[action],
  });
  const offers: Record<Ticket['status'], Command[]> = {
    pending: [offer('accept'), offer('transfer', ['T']), offer('resolve')],
    open: [offer('resolve', ['E']), offer('giveBack', ['U']), offer('transfer', ['T'])],
    closed: [offer('reopen')],
  };
  useCommands(offers[ticket.status]);
  return dialogs.layers;
}

const actionCommands = (ticket: Ticket, actions: TicketActions) => ({
  accept: () => void actions.accept(ticket),
  resolve: () => void actions.resolve(ticket),
  giveBack: () => void actions.giveBack(ticket),
  reopen: () => void actions.reopen(ticket),
});
