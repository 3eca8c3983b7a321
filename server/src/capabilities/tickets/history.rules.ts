import type { TicketState } from './tickets.rules.ts';

/** Names as they stood when a step was noted, for the time when who or what bore them is gone. */
export type NotedNames = { user?: string | null | undefined; queue?: string | null | undefined; by?: string | null | undefined };

const kinds = ['user', 'queue', 'by'] as const;
/** Spaces separate the parts of a noted state, so those of a name are kept as this one. */
const keptSpace = '\u00a0';

/** A state as text for the history: `open user:3 queue:2 user=Paulo queue=Vendas`. */
export const describeState = ({ status, userId, queueId }: TicketState, names: NotedNames = {}): string =>
  `${status}${userId === null ? '' : ` user:${userId}`}${queueId === null ? '' : ` queue:${queueId}`}${describeNames(names)}`;

export const describeNames = (names: NotedNames): string =>
  kinds.map((kind) => (names[kind] ? ` ${kind}=${names[kind].replaceAll(' ', keptSpace)}` : '')).join('');

/** Who does it, where it is a person. */
export const actorName = ({ actor }: { actor: { userId: number | undefined; name: string } }): string | undefined =>
  actor.userId === undefined ? undefined : actor.name;

/** As the database has it (`tells_standing`): other rows say nothing of how a ticket stood. */
export const tellsStanding = (what: string): boolean => !['outage', 'hours'].includes(what) && !what.startsWith('bot-');

/** What was noted, as the state alone and the names apart. */
export function readNoted(text: string | null): { state: string | null; names: NotedNames } {
  if (text === null) return { state: null, names: {} };
  const parts = text.split(' ');
  const names: NotedNames = {};
  for (const kind of kinds) {
    const part = parts.find((each) => each.startsWith(`${kind}=`));
    if (part) names[kind] = part.slice(kind.length + 1).replaceAll(keptSpace, ' ');
  }
  return { state: parts.filter((part) => !kinds.some((kind) => part.startsWith(`${kind}=`))).join(' '), names };
}
