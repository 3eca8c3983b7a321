import { z } from 'zod';

const Session = z.looseObject({ indexInfo: z.looseObject({ used: z.number() }) });
const SessionRecord = z.looseObject({ _sessions: z.record(z.string(), Session) });

/**
 * A record of sessions as it may be stored after a message was read. The signal library tries the message on one session after the other,
 * and a try that fails leaves its session changed: the ratchet has stepped for a message that was not its own, and what is encrypted with
 * it from then on nobody can read. The session that could read the message has a new time of use; the others stay as they were.
 */
export function withoutFailedTries(before: unknown, after: unknown): unknown {
  const was = SessionRecord.safeParse(before).data?._sessions;
  const is = SessionRecord.safeParse(after);
  if (!was || !is.success) return after;
  const sessions = Object.entries(is.data._sessions);
  const hasRead = ([key, { indexInfo }]: (typeof sessions)[number]) => {
    const earlier = was[key];
    return earlier !== undefined && earlier.indexInfo.used !== indexInfo.used;
  };
  const reader = sessions.find(hasRead)?.[0];
  if (reader === undefined) return after;
  const kept = sessions.map(([key, session]) => [key, key === reader ? session : (was[key] ?? session)] as const);
  return { ...is.data, _sessions: Object.fromEntries(kept) };
}
