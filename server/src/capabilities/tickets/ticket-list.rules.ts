import { can } from '@prosa/contracts/permissions';
import { type TicketQuery, type TicketStatus, ticketStatuses } from '@prosa/contracts/tickets';
import { seesAll, type TicketUser } from './tickets.rules.ts';

/** Stands for "no queue" in the ranges. */
export const noQueue = 0;

/**
 * Where in the indexes a person's list lies: queue by queue, user by user, or among the unread; each range newest first.
 * The ranges cover the list and may hold more; the conditions of the list decide row by row.
 */
export type ListRange =
  | { status: TicketStatus; by: 'every queue' }
  | { status: TicketStatus; by: 'unread' }
  | { status: TicketStatus; by: 'queue'; ids: number[] }
  | { status: TicketStatus; by: 'user'; ids: number[] }
  /** Closed, and theirs once. */
  | { status: 'closed'; by: 'former' };

type ListFilter = Pick<TicketQuery, 'status' | 'showAll' | 'queueIds' | 'users' | 'withUnreadMessages'>;

/** Whether all tickets were requested and are permitted. */
export const showsAll = (person: TicketUser, { showAll }: Pick<TicketQuery, 'showAll'>) =>
  showAll && can(person, 'tickets-manager:showall');

/** The user filter, for admins only. */
export const usersAsked = (person: TicketUser, { users }: Pick<TicketQuery, 'users'>) =>
  users && users.length > 0 && seesAll(person) ? users : undefined;

export function rangesOf(person: TicketUser, query: ListFilter): ListRange[] {
  const statuses = query.status ? [query.status] : ticketStatuses;
  // What is unread has its own index, and there is little of it.
  if (query.withUnreadMessages) return statuses.map((status) => ({ status, by: 'unread' }));
  return statuses.flatMap((status) => rangesIn(status, person, query));
}

function rangesIn(status: TicketStatus, person: TicketUser, query: ListFilter): ListRange[] {
  const users = usersAsked(person, query);
  if (users) return [{ status, by: 'user', ids: users }];
  const mine: ListRange[] = [{ status, by: 'user', ids: [person.userId ?? 0] }];
  const onlyMine = status === 'open' && !showsAll(person, query);
  if (onlyMine) return mine;
  if (seesAll(person))
    return query.queueIds ? [{ status, by: 'queue', ids: [...query.queueIds, noQueue] }] : [{ status, by: 'every queue' }];
  const ids = placesOf(status, person, query);
  return [
    ...mine,
    ...(ids.length > 0 ? [{ status, by: 'queue', ids } as const] : []),
    ...(status === 'closed' ? [{ status, by: 'former' } as const] : []),
  ];
}

function placesOf(status: TicketStatus, person: TicketUser, { queueIds }: ListFilter): number[] {
  const chosen = queueIds ? person.queueIds.filter((id) => queueIds.includes(id)) : person.queueIds;
  return status === 'pending' && person.allTicket ? [...chosen, noQueue] : chosen;
}
