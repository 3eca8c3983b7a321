import { randomUUID } from 'node:crypto';
import { contactLive } from '@prosa/contracts/contacts';
import { type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import { messageLive } from '@prosa/contracts/messages';
import { ticketLive } from '@prosa/contracts/tickets';
import { type WebhookEvent, webhookEvents } from '@prosa/contracts/webhooks';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { withoutPictures } from '../../platform/http/picture-addresses.ts';
import { type StoredEvent, toldBy } from './webhooks.rules.ts';

const HookRow = z.object({ id: z.int(), events: z.array(z.enum(webhookEvents)), seen: z.int() });
const HeadRow = z.object({ head: z.int() });
const EventRow = z.object({
  seq: z.int(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  at: z.string(),
  found: z.int(),
});
const NewRow = z.object({ ticketId: z.int() });

type Hook = z.output<typeof HookRow>;
type Happened = StoredEvent & { seq: number; at: string };
type Delivery = { webhookId: number; delivery: string; event: WebhookEvent; about: string; body: string; at: string };

const channels: LiveChannel[] = [ticketLive, messageLive, contactLive];
/** So much becomes deliveries in one transaction: each event is told to each webhook, in a body of its own. At least one event does. */
const most = { events: 500, tellings: 1_000, bytes: 4_000_000 };

/**
 * Makes deliveries of the events that a company's webhooks have not seen. Events and marks are read and moved in one transaction: none
 * is left out and none is noted twice, whoever dies. Whether there may be more.
 */
export function noteEvents(platform: Platform, companyId: number): Promise<boolean> {
  return inScope(platform, { companyId }, async (scope) => {
    const hooks = await lockHooks(scope);
    if (hooks.length === 0) return false;
    const from = Math.min(...hooks.map(({ seen }) => seen));
    const { events, upTo, hasMore } = await readEvents(scope, from, hooks.length);
    const newTickets = await takeNewTickets(scope, events);
    await store(scope, deliveriesOf(hooks, events, newTickets), upTo);
    crashPoint('webhook.noted');
    return hasMore;
  });
}

async function lockHooks({ tx }: Scope): Promise<Hook[]> {
  return rowsOf(
    tx,
    HookRow,
    sql`
      select id, events, seen_seq as seen
      from webhooks
      where company_id = current_company() and active
      order by id
      for no key update`,
  );
}

type Unseen = { events: Happened[]; upTo: number; hasMore: boolean };

/** The head is read first: numbers are given in the order of commits, so all events up to it are there to be read. */
async function readEvents({ tx, companyId }: Scope, from: number, hooks: number): Promise<Unseen> {
  const heads = await rowsOf(tx, HeadRow, sql`select event_seq as head from company_counters where company_id = current_company()`);
  const head = heads[0]?.head ?? from;
  const channelOf = new Map(channels.map((channel) => [liveEventName(companyId, channel), channel.name]));
  const atMost = Math.max(1, Math.min(most.events, Math.floor(most.tellings / hooks)));
  const rows = await rowsOf(
    tx,
    EventRow,
    sql`
      select seq, name, data, at, found
      from (
        select seq, name, data, iso(created_at) as at, count(*) over () as found,
          sum(length(data::text)) over (order by seq) - length(data::text) as before
        from (
          select seq, name, data, created_at
          from events
          where company_id = current_company()
            and seq > ${from}
            and seq <= ${head}
            and name = any(${sql.param([...channelOf.keys()])}::text[])
          order by seq
          limit ${atMost}) as next) as measured
      where before <= ${Math.floor(most.bytes / hooks)}
      order by seq`,
  );
  const events = rows.map(({ name, found: _found, ...event }) => ({ ...event, channel: channelOf.get(name) ?? '' }));
  const found = rows[0]?.found ?? 0;
  const hasMore = found === atMost || rows.length < found;
  return { events, upTo: hasMore ? (rows.at(-1)?.seq ?? head) : head, hasMore };
}

/** Those of the tickets in these events that no event has shown before. */
async function takeNewTickets({ tx }: Scope, events: Happened[]): Promise<Set<number>> {
  const shown: number[] = [];
  for (const event of events)
    toldBy(event, (ticketId) => {
      shown.push(ticketId);
      return false;
    });
  if (shown.length === 0) return new Set();
  const rows = await rowsOf(
    tx,
    NewRow,
    sql`
      delete from webhook_new_tickets
      where company_id = current_company() and ticket_id = any(${sql.param([...new Set(shown)])}::int[])
      returning ticket_id as "ticketId"`,
  );
  return new Set(rows.map(({ ticketId }) => ticketId));
}

function deliveriesOf(hooks: Hook[], events: Happened[], newTickets: Set<number>): Delivery[] {
  return events.flatMap((event) =>
    toldBy(event, (ticketId) => newTickets.delete(ticketId)).flatMap((told) =>
      hooks
        .filter((hook) => hook.seen < event.seq && hook.events.includes(told.event))
        .map((hook): Delivery => {
          const delivery = randomUUID();
          const body = JSON.stringify({ id: delivery, event: told.event, at: event.at, data: told.data }, withoutPictures);
          return { webhookId: hook.id, delivery, event: told.event, about: told.about, body, at: event.at };
        }),
    ),
  );
}

async function store({ tx }: Scope, deliveries: Delivery[], upTo: number): Promise<void> {
  if (deliveries.length > 0)
    await tx.execute(sql`
      insert into webhook_deliveries (webhook_id, delivery, event, about, body, created_at)
      select "webhookId", delivery, event, about, body, at
      from json_to_recordset(${JSON.stringify(deliveries.map((each, place) => ({ place, ...each })))}) as g(place int, "webhookId" int,
        delivery uuid, event text, about text, body text, at timestamptz)
      order by place`);
  await tx.execute(sql`
    update webhooks
    set seen_seq = ${upTo}
    where company_id = current_company() and active and seen_seq < ${upTo}`);
}
