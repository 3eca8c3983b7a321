import type { Ticket } from '@prosa/contracts/tickets';
import { type Command, useCommands } from '../../platform/browser/commands.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useTicketDialogs } from './dialogs/useTicketDialogs.tsx';
import { useTicket } from '../ticket-store/tickets.data.ts';
import { ticketsMessages } from './tickets.messages.ts';
import { type TicketDeeds, useTicketDeeds } from '../ticket-actions/useTicketActions.ts';

/** Offers what can be done with the ticket that is shown. */
export function TicketCommands({ uuid }: { uuid: string }) {
  const ticket = useTicket(uuid).data;
  return ticket ? <Offered ticket={ticket} /> : null;
}

function Offered({ ticket }: { ticket: Ticket }) {
  const text = useMessages(ticketsMessages);
  const deeds = useTicketDeeds();
  const dialogs = useTicketDialogs();
  const named = { name: ticket.contact.name };
  const all = { ...deedCommands(ticket, deeds), transfer: () => dialogs.transfer([ticket]) };
  const offer = (deed: keyof typeof all, keys?: readonly string[]): Command => ({
    id: `ticket-${deed}`,
    label: `${text(deed)} · ${named.name}`,
    ...(keys && { keys }),
    run: all[deed],
  });
  const offers: Record<Ticket['status'], Command[]> = {
    pending: [offer('accept'), offer('transfer', ['T']), offer('resolve')],
    open: [offer('resolve', ['E']), offer('giveBack', ['U']), offer('transfer', ['T'])],
    closed: [offer('reopen')],
  };
  useCommands(offers[ticket.status]);
  return dialogs.layers;
}

const deedCommands = (ticket: Ticket, deeds: TicketDeeds) => ({
  accept: () => void deeds.accept(ticket),
  resolve: () => void deeds.resolve(ticket),
  giveBack: () => void deeds.giveBack(ticket),
  reopen: () => void deeds.reopen(ticket),
});
