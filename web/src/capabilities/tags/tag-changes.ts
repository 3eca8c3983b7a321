import type { Ticket } from '@prosa/contracts/tickets';

type Chip = Ticket['tags'][number];
/** Tags to put on (true) or take off (false) every ticket chosen; the others stay as each ticket has them. */
export type TagChanges = ReadonlyMap<number, { tag: Chip; on: boolean }>;

/** Whether a tag is on all of the tickets, on some, or on none. */
export function tagState(tickets: readonly Pick<Ticket, 'tags'>[], tagId: number): 'all' | 'some' | 'none' {
  const count = tickets.filter(({ tags }) => tags.some(({ id }) => id === tagId)).length;
  if (count === 0) return 'none';
  return count === tickets.length ? 'all' : 'some';
}

/** The ticket's tags after the changes; the very same when they change nothing. */
export function changedTags(tags: Chip[], changes: TagChanges): Chip[] {
  const kept = tags.filter(({ id }) => changes.get(id)?.on !== false);
  const added = [...changes.values()].filter(({ tag, on }) => on && !tags.some(({ id }) => id === tag.id)).map(({ tag }) => tag);
  return added.length === 0 && kept.length === tags.length ? tags : [...kept, ...added];
}
