import type { EventRow } from '../database/fresh-events.ts';

/** What an event is about, where people can be shut out of it, and whom this event shuts out. */
export type Subject = { key: string; shutsOut?: number };
export type SubjectOf = (event: EventRow) => Subject | undefined;

/**
 * Somebody is shut out of something: what was told of it before and has not reached them yet, because their browser was away or this
 * node is behind, does not reach them any more. Answers for one run of events whether a person may still hear one of them.
 */
export function stillOpenIn(events: readonly EventRow[], subjectOf: SubjectOf): (event: EventRow, userId: number) => boolean {
  const ends = new Map<string, number>();
  const keyOf = (userId: number, subject: Subject) => `${userId} ${subject.key}`;
  for (const event of events) {
    const subject = subjectOf(event);
    if (subject?.shutsOut !== undefined) ends.set(keyOf(subject.shutsOut, subject), event.seq);
  }
  if (ends.size === 0) return () => true;
  return (event, userId) => {
    const subject = subjectOf(event);
    return subject === undefined || event.seq >= (ends.get(keyOf(userId, subject)) ?? 0);
  };
}
