import { z } from 'zod';
import type { Features } from '../../channels/features.ts';
import type { OutboundTyping, Session } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import type { HeldLease } from '../connections/leases.ts';

const TypingRow = z.object({ chat: z.string(), recording: z.boolean(), left: z.int() });

/** Whoever types moves many hints; some of them are looked at together. */
const gatherFor = 200;
/** Phones let it fade by themselves: said again, while it goes on, before they do. */
const repeatAfter = 8_000;

/**
 * Shows customers that who serves them is writing. Worth one try: if it fails, the next key says it again. What agents do stands in rows
 * that any node may write; who runs the connection looks at them when a hint comes, and once more when the last of them fades.
 */
export function openOurTyping(platform: Platform, held: HeldLease, session: Session, features: Features) {
  const shown = new Map<string, { state: OutboundTyping['state']; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let stopped = false;

  const lookIn = (milliseconds: number) => {
    // A hint that comes during a look may be too late for it.
    again ||= looking;
    if (stopped || timer || looking) return;
    timer = setTimeout(() => {
      timer = undefined;
      looking = true;
      void look()
        .catch(() => undefined)
        .then((next) => {
          looking = false;
          if (again || next !== undefined) lookIn(again ? gatherFor : (next ?? gatherFor));
          again = false;
        });
    }, milliseconds);
  };

  /** Answers when to look again by itself; while nobody writes, not at all. */
  async function look(): Promise<number | undefined> {
    if (!session.isOpen()) return undefined;
    const rows = await whoTypes(platform, held);
    const now = new Map(rows.map(({ chat, recording }): [string, OutboundTyping['state']] => [chat, recording ? 'recording' : 'typing']));
    for (const chat of shown.keys()) if (!now.has(chat)) await say({ chat, state: 'paused' });
    for (const [chat, state] of now) {
      const last = shown.get(chat);
      if (last?.state !== state || performance.now() - last.at > repeatAfter) await say({ chat, state });
    }
    return rows.length > 0 ? Math.max(gatherFor, Math.min(...rows.map(({ left }) => left))) : undefined;
  }

  async function say(doing: OutboundTyping): Promise<void> {
    if (doing.state === 'paused') shown.delete(doing.chat);
    else shown.set(doing.chat, { state: doing.state, at: performance.now() });
    const state = doing.state === 'recording' && !features.has('recording') ? 'typing' : doing.state;
    await session.typing({ ...doing, state }).catch(() => undefined);
  }

  return {
    wake: () => (features.has('typing') ? lookIn(gatherFor) : undefined),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** In which conversations of a connection the one who serves the customer is writing right now. */
function whoTypes(platform: Platform, held: HeldLease) {
  return inScope(platform, held, ({ tx }) =>
    rowsOf(
      tx,
      TypingRow,
      sql`
        select contact_address(t.contact_id, t.connection_id) as chat, bool_or(v.recording) as recording,
          ceil(extract(epoch from max(v.typing_until) - clock_timestamp()) * 1000)::int as left
        from ticket_viewers v join tickets t on t.company_id = v.company_id and t.id = v.ticket_id
        where v.company_id = current_company() and v.typing_until > clock_timestamp() and t.connection_id = ${held.connectionId}
          and t.status = 'open' and t.user_id = v.user_id
        group by t.id, t.contact_id, t.connection_id`,
    ),
  );
}
