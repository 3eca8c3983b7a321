import type { Frame } from '../port.ts';
import type { Status } from './envelope.ts';
import { failureOf } from './errors.rules.ts';
import type { Known, Learnt } from './remembered.ts';

const acks: Record<string, number> = { sent: 1, delivered: 2, read: 3, played: 4 };

/** What each of Meta's ids has come to, by the strongest of its statuses. */
export function learntOf(statuses: Status[]): Learnt[] {
  const strength = { accepted: 0, failed: 1, arrived: 2 };
  const learnt = new Map<string, Learnt>();
  for (const { id, status, biz_opaque_callback_data: ownId, errors } of statuses) {
    const ack = acks[status];
    if (ack === undefined && status !== 'failed') continue;
    const state = ack === undefined ? 'failed' : ack >= 2 ? 'arrived' : 'accepted';
    const before = learnt.get(id);
    const isStronger = !before || strength[state] > strength[before.state];
    learnt.set(id, {
      wamid: id,
      ownId: before?.ownId ?? (isOwnId(ownId) ? ownId : null),
      state: isStronger ? state : before.state,
      reason: isStronger ? (state === 'failed' ? failureOf(errors[0]?.code) : null) : before.reason,
    });
  }
  return [...learnt.values()];
}

const isOwnId = (given: string | undefined): given is string => given !== undefined && /^[\w-]{1,100}$/.test(given);

/**
 * Receipts and late failures. A status of a message that nobody knows is dropped; "sent" of one that has failed since says nothing, and
 * a failure is told once.
 */
export function statusFrames(statuses: Status[], learnt: Learnt[], known: Map<string, Known>): Frame[] {
  const receipts = statuses.flatMap(({ id, status }): Frame[] => {
    const [own, ack] = [known.get(id), acks[status]];
    if (!own || ack === undefined || (own.state === 'failed' && ack < 2)) return [];
    return [{ kind: 'receipt', id: own.ownId, ack }];
  });
  const failures = learnt.flatMap(({ wamid, state, reason }): Frame[] => {
    const own = known.get(wamid);
    return own?.isNews && state === 'failed' && own.state === 'failed'
      ? [{ kind: 'failure', id: own.ownId, reason: reason ?? 'refused' }]
      : [];
  });
  return [...receipts, ...failures];
}
