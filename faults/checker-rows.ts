import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckerDatabase } from './checker-database.ts';

const waitingRows = `
  select 'inbox ' || id || coalesce(' (' || failure || ')', '') as what
  from inbox
  union all
  select 'outbox ' || id || ' of message ' || message_id || ', attempt ' || attempts
  from outbox
  union all
  select 'frame ' || seq || ' of connection ' || connection_id
  from simulator_frames
  union all
  select 'job ' || id || ', attempt ' || attempts || coalesce(' (' || last_error || ')', '')
  from graphile_worker._private_jobs
  where payload ->> 'companyId' is not null
  union all
  select 'media ' || id || ' is not looked at'
  from media
  where state = 'waiting'`;

/** Until nothing waits anywhere; what still does when patience ends is stuck. */
export async function waitUntilIdle(truth: CheckerDatabase, urls: readonly string[], seconds: number): Promise<string[]> {
  const ends = Date.now() + seconds * 1000;
  for (;;) {
    const rows = await truth.rows<{ what: string }>(waitingRows);
    const waiting = [...rows.map(({ what }) => what), ...(rows.length === 0 ? await gaugesAbove(urls) : [])];
    if (waiting.length === 0 || Date.now() > ends) return waiting;
    await sleep(50);
  }
}

const gauges = ['prosa_inbox_waiting', 'prosa_inbox_quarantined', 'prosa_outbox_waiting'];

/** What the server says of itself must agree. */
async function gaugesAbove(urls: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(
    urls.map((url) =>
      fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => 'unreachable',
      ),
    ),
  );
  if (texts.every((text) => text === 'unreachable')) return ['no node tells its metrics'];
  return texts
    .filter((text) => text !== 'unreachable')
    .flatMap((text) => gauges.filter((name) => new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] !== '0').map((name) => `metric ${name}`));
}

export async function ticketFindings(truth: CheckerDatabase): Promise<{ tickets: string[]; unread: string[] }> {
  const tickets = await truth.rows<{ what: string }>(`
    select 'contact ' || contact_id || ' on connection ' || connection_id || ': '
      || string_agg(id::text, ', ') as what
    from tickets
    where status <> 'closed'
    group by company_id, contact_id, connection_id
    having count(*) > 1`);
  const unread = await truth.rows<{ what: string }>(`
    select 'ticket ' || t.id || ' says ' || t.unread_messages || ', has ' || count(m.id) as what
    from tickets t
    left join messages m on m.ticket_id = t.id and not m.read and not m.from_me
    group by t.id
    having t.unread_messages <> count(m.id)`);
  return { tickets: tickets.map(({ what }) => what), unread: unread.map(({ what }) => what) };
}

/** Numbers of a company's events run from 1 to the counter without a gap. */
export async function eventFindings(truth: CheckerDatabase): Promise<string[]> {
  const rows = await truth.rows<{ what: string }>(`
    select 'company ' || c.company_id || ': ' || count(e.seq) || ' events, highest ' || coalesce(max(e.seq), 0)
      || ', counter ' || c.event_seq as what
    from company_counters c
    left join events e on e.company_id = c.company_id
    group by c.company_id, c.event_seq
    having count(e.seq) <> c.event_seq or coalesce(max(e.seq), 0) <> c.event_seq`);
  return rows.map(({ what }) => what);
}
