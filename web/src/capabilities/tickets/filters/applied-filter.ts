import type { SavedFilter } from '@prosa/contracts/saved-filters';
import type { TicketFilter } from '../../ticket-store/tickets.patch.ts';
import type { Conditions } from './saved-filters.data.ts';

type Kind = 'queues' | 'tags' | 'users';
/** What of a saved filter holds for this person now, and of what kind that is which does not. */
export type Applied = {
  id: number;
  /** All that one sees, where it names none. */
  queueIds: readonly number[];
  isNarrowed: boolean;
  tags: readonly number[];
  users: readonly number[];
  words: string;
  missing: readonly Kind[];
};

/** Ids of what there is, for this person. Not known yet: what the filter names counts as being there. */
type Known = { queues: readonly number[]; tags: readonly number[] | undefined; users: readonly number[] | undefined };

/** What was deleted since, or is not for this person, narrows nothing; the rest does. */
export function applyFilter({ id, queueIds, tags, users, searchParam }: SavedFilter, known: Known): Applied {
  const there = {
    queues: queueIds.filter((each) => known.queues.includes(each)),
    tags: tags.filter((each) => known.tags?.includes(each) ?? true),
    users: users.filter((each) => known.users?.includes(each) ?? true),
  };
  const asked = { queues: queueIds, tags, users };
  const isNarrowed = there.queues.length > 0;
  return {
    id,
    queueIds: isNarrowed ? there.queues.toSorted((a, b) => a - b) : known.queues.toSorted((a, b) => a - b),
    isNarrowed,
    tags: there.tags,
    users: there.users,
    words: searchParam,
    missing: (['queues', 'tags', 'users'] as const).filter((kind) => there[kind].length < asked[kind].length),
  };
}

/** The list of a status, narrowed. */
export const narrowed = (filter: TicketFilter, applied: Applied | undefined): TicketFilter =>
  applied
    ? {
        ...filter,
        queueIds: applied.queueIds,
        ...(applied.tags.length > 0 && { tags: applied.tags }),
        ...(applied.users.length > 0 && { users: applied.users }),
      }
    : filter;

export const isEmpty = ({ queueIds, tags, users, searchParam }: Conditions): boolean =>
  queueIds.length + tags.length + users.length === 0 && searchParam === '';
