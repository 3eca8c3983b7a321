import { contactsApi } from '@prosa/contracts/contacts';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError, call } from '../../platform/api/api.ts';
import { showError } from '../../platform/api/errors.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { clearCurrentTicket } from '../ticket-store/current-ticket.ts';
import { useForgetTicket } from '../ticket-store/tickets.data.ts';
import { chatMessages } from './messages/chat.messages.ts';
import { messagesMessages } from './messages/messages.messages.ts';

/** Deletes the ticket with all its messages, and goes to the list. */
export function useRemoveTicket() {
  const text = useMessages(messagesMessages);
  const forget = useForgetTicket();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (ticket: Ticket) => call(ticketsApi.remove, { params: { id: ticket.id } }),
    onSuccess: (_, ticket) => {
      navigate('/tickets');
      clearCurrentTicket(ticket.uuid);
      forget(ticket.id);
      notify('success', text('deletedTicket'));
    },
  });
}

type Card = { name: string; number: string };
const ExistingTicket = z.looseObject({ ticket: z.looseObject({ uuid: z.string() }) });

async function contactOf({ name, number }: Card): Promise<number> {
  const digits = number.replace(/\D/g, '');
  const { contacts } = await call(contactsApi.list, { query: { searchParam: digits } });
  const known = contacts.find((contact) => contact.number === digits);
  return (known ?? (await call(contactsApi.create, { body: { name, number: digits } }))).id;
}

/** What can be done with a person's card: talk to them in this ticket's queue, or keep them. */
export function useCards(ticket: Ticket) {
  const text = useMessages(chatMessages);
  const navigate = useNavigate();
  const startChat = useMutation({
    mutationFn: async (card: Card) => {
      const contactId = await contactOf(card);
      return (await call(ticketsApi.create, { body: { contactId, queueId: ticket.queueId } })).uuid;
    },
    onSuccess: (uuid) => navigate(`/tickets/${uuid}`),
    onError: (error) => {
      const open =
        error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET' ? ExistingTicket.safeParse(error.body).data : undefined;
      if (open) navigate(`/tickets/${open.ticket.uuid}`);
      else showError(error);
    },
  });
  const saveContact = useMutation({
    mutationFn: ({ name, number }: Card) => call(contactsApi.create, { body: { name, number } }),
    onSuccess: () => notify('success', text('contactSaved')),
  });
  return { startChat: (card: Card) => startChat.mutate(card), saveContact: (card: Card) => saveContact.mutate(card) };
}
