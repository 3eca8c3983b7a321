import type { Contact } from '@prosa/contracts/contacts';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError, call } from '../../../platform/api/api.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { cacheTicket } from '../../ticket-store/ticket-cache.ts';
import { useShowTicket } from '../../ticket-store/tickets.data.ts';

export type NewTicketContact = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl'>;

/** Begins a ticket that is one's own. Whoever asks shows the refusals. */
export function useCreateTicket() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const show = useShowTicket();
  return useMutation({
    mutationFn: ({ contactId, queueId }: { contactId: number; queueId: number | null }) =>
      call(ticketsApi.create, { body: { contactId, queueId, userId: user.id, status: 'open' } }),
    onSuccess: (ticket: Ticket) => {
      show(ticket);
      cacheTicket(queryClient, ticket);
    },
    meta: { quiet: true },
  });
}

const NamedUser = z.looseObject({ name: z.string() }).nullish();
const OtherTicket = z.looseObject({ ticket: z.looseObject({ uuid: z.string(), user: NamedUser, queue: NamedUser }) });

/** The live ticket of the same contact that stands in the way, with who has it. */
export function otherOpenTicket(error: unknown): { uuid: string; where: string } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const other = OtherTicket.safeParse(error.body).data?.ticket;
  return other && { uuid: other.uuid, where: [other.user?.name, other.queue?.name].filter(Boolean).join(' · ') };
}
