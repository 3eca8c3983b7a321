import { can } from '@prosa/contracts/permissions';
import { type TicketQuery, type TicketStatus, ticketStatuses } from '@prosa/contracts/tickets';
import { type Person, seesAll } from './tickets.rules.ts';

/** The place in lists of what has no queue. */
export const noQueue = 0;

/**
 * Where in the indexes a person's list lies: queue by queue, user by user, or among the unread; each range newest first.
 * The ranges cover the list and may hold more; the conditions of the list decide row by row.
 */
export type Range =
  | { status: TicketStatus; by: 'every queue' }
  | { status: TicketStatus; by: 'unread' }
  | { status: TicketStatus; by: 'queue'; ids: number[] }
  | { status: TicketStatus; by: 'user'; ids: number[] }
  /** Closed, and theirs once. */
  | { status: 'closed'; by: 'former' };

type Asked = Pick<TicketQuery, 'status' | 'showAll' | 'queueIds' | 'users' | 'withUnreadMessages'>;

/** Only who may show all gets it. */
export const showsAll = (person: Person, { showAll }: Pick<TicketQuery, 'showAll'>) => showAll && can(person, 'tickets-manager:showall');

/** Whose tickets are asked for: a filter for admins alone. */
export const usersAsked = (person: Person, { users }: Pick<TicketQuery, 'users'>) =>
  users && users.length > 0 && seesAll(person) ? users : undefined;

export function rangesOf(person: Person, query: Asked): Range[] {
  const statuses = query.status ? [query.status] : ticketStatuses;
  // What is unread has its own index, and there is little of it.
  if (query.withUnreadMessages) return statuses.map((status) => ({ status, by: 'unread' }));
  return statuses.flatMap((status) => rangesIn(status, person, query));
}

function rangesIn(status: TicketStatus, person: Person, query: Asked): Range[] {
  const users = usersAsked(person, query);
  if (users) return [{ status, by: 'user', ids: users }];
  const mine: Range[] = [{ status, by: 'user', ids: [person.userId ?? 0] }];
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

function placesOf(status: TicketStatus, person: Person, { queueIds }: Asked): number[] {
  const chosen = queueIds ? person.queueIds.filter((id) => queueIds.includes(id)) : person.queueIds;
  return status === 'pending' && person.allTicket ? [...chosen, noQueue] : chosen;
}
