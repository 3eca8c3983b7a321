import { type ForwardOutcome, forwardingApi } from '@prosa/contracts/forwarding';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';
import { useDebounced } from '../../../platform/forms/debounce.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { useFoundContacts } from '../../contacts/found-contacts.data.ts';

/** Where messages can be forwarded to. */
export type Target = Pick<ForwardOutcome, 'to' | 'id'> & { contactId: number; name: string; number: string; picture: string };

export const keyOfTarget = ({ to, id }: Pick<Target, 'to' | 'id'>) => `${to}${id}`;

/** Open tickets that one may answer, without words the latest ones; and contacts, once enough is typed. */
export function useTargets(words: string, from: Ticket): { targets: Target[]; isNothing: boolean } {
  const { user } = useSession();
  const settled = useDebounced(words.trim().toLowerCase());
  const isAdmin = user.profile === 'admin';
  const open = useQuery({
    queryKey: ['forward-targets', settled],
    queryFn: () =>
      call(ticketsApi.list, { query: { status: 'open', showAll: isAdmin ? 'true' : 'false', ...(settled && { searchParam: settled }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { contacts } = useFoundContacts(words);
  const tickets = (open.data?.tickets ?? []).filter(({ id, userId }) => id !== from.id && (isAdmin || userId === user.id));
  const ofTickets = tickets.map(
    ({ id, contactId, contact }): Target => ({
      to: 'ticket',
      id,
      contactId,
      name: contact.name,
      number: contact.number,
      picture: contact.profilePicUrl,
    }),
  );
  const ofContacts = contacts
    .filter(({ id }) => id !== from.contactId && !tickets.some(({ contactId }) => contactId === id))
    .map(({ id, name, number, profilePicUrl }): Target => ({ to: 'contact', id, contactId: id, name, number, picture: profilePicUrl }));
  const targets = [...ofTickets, ...ofContacts];
  return { targets, isNothing: settled !== '' && settled === words.trim().toLowerCase() && open.isSuccess && targets.length === 0 };
}

type Forwarding = { messageIds: number[]; targets: readonly Target[]; queueId: number | null; clientToken: string };

/** The token makes the same call safe to repeat, however the first one ended. */
export function useForward(ticketId: number) {
  return useMutation({
    mutationFn: ({ messageIds, targets, queueId, clientToken }: Forwarding) => {
      const idsOf = (to: Target['to']) => targets.filter((each) => each.to === to).map(({ id }) => id);
      const body = { clientToken, messageIds, ticketIds: idsOf('ticket'), contactIds: idsOf('contact'), queueId };
      return call(forwardingApi.forward, { params: { ticketId }, body }, { idempotencyKey: clientToken });
    },
    meta: { quiet: true },
  });
}
