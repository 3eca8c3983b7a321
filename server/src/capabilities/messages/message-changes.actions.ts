import { z } from 'zod';
import { type DeleteFrame, deliveryIdOf, type EditFrame, type ReactionFrame, type ReceiptFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { updateLastMessages } from './last-message.actions.ts';
import { announceUpdates, ownMessages } from './message-arrival.actions.ts';
import { ChangeFrame, type LocatedChange, latestOf, type MessageReference, ofKind } from './message-changes.rules.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins } from './messages.queries.ts';

const ParkedRow = z.object({ connectionId: z.int(), frame: ChangeFrame });
const MeantRow = z.object({ place: z.int(), id: z.int() });

/** A message whose receipt arrives in the same batch. */
type ReceiptOf = { connectionId: number; receipt: ReceiptFrame };

/**
 * Reactions, edits and deletions, by a few statements however many they are. A second copy, or an older one that comes late,
 * changes nothing; one that overtook its message waits for it. Messages of which receipts are to be kept next are locked with these.
 */
export async function storeMessageChanges(scope: Scope, changes: MessageReference[], acked: ReceiptOf[] = []): Promise<void> {
  const messageIds = await findChangedMessages(scope, changes, acked);
  const found = changes.flatMap((about, place): LocatedChange[] => {
    const messageId = messageIds.get(place);
    return messageId === undefined ? [] : [{ ...about, messageId }];
  });
  const unmet = changes.filter((_, place) => !messageIds.has(place));
  if (unmet.length > 0) await parkChanges(scope, unmet);
  const [reactions, edits, deletions] = [ofKind(found, 'reaction'), ofKind(found, 'edit'), ofKind(found, 'delete')];
  const reacted = reactions.length > 0 ? await storeReactions(scope, latestOf(reactions)) : [];
  const rewritten = [
    ...(edits.length > 0 ? await storeEdits(scope, latestOf(edits)) : []),
    ...(deletions.length > 0 ? await storeDeletions(scope, deletions) : []),
  ];
  if (rewritten.length > 0) await updateLastMessages(scope, rewritten);
  if (reacted.length + rewritten.length > 0) await announceChanged(scope, [...reacted, ...rewritten]);
}

/** Applies changes that arrived before these messages. */
export async function applyParkedChanges(scope: Scope, messageIds: number[]): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    ParkedRow,
    sql`
    delete from parked_frames p using messages m
    where m.company_id = current_company() and m.id = any(${sql.param(messageIds)}::bigint[])
      and p.company_id = m.company_id and p.connection_id = m.connection_id and p.channel_id = m.channel_id and p.from_me = m.from_me
    returning p.connection_id as "connectionId", p.frame`,
  );
  await storeMessageChanges(
    scope,
    rows.map(({ connectionId, frame }) => ({ connectionId, frame, at: frame.sentAt })),
  );
}

/**
 * The message each speaks of: by its id in that conversation, under whatever address the person was heard of. The tickets whose text may
 * change are locked first, as everybody does who changes both; then all messages that will change, in the order of their ids.
 */
async function findChangedMessages(scope: Scope, changes: MessageReference[], acked: ReceiptOf[]): Promise<Map<number, number>> {
  const receipts = acked.map(({ connectionId, receipt }) => ({ connectionId, channelId: receipt.id }));
  const given = changes.map(({ connectionId, frame }, place) => ({
    place,
    connectionId,
    chat: frame.chat,
    channelId: frame.id,
    fromMe: frame.fromMe,
    rewrites: frame.kind !== 'reaction',
  }));
  const rows = await rowsOf(
    scope.tx,
    MeantRow,
    sql`
    with meant as materialized (
      select distinct on (g.place) g.place, g.rewrites, m.id, m.ticket_id
      from json_to_recordset(${JSON.stringify(given)}) as g(place int, "connectionId" int, chat text,
        "channelId" text, "fromMe" boolean, rewrites boolean)
      cross join lateral (
        select m.id, m.ticket_id, m.chat, m.contact_id
        from messages m
        where m.company_id = current_company()
          and m.connection_id = g."connectionId"
          and m.channel_id = g."channelId"
          and m.from_me = g."fromMe"
        offset 0) m
      where m.chat = g.chat
        or m.contact_id = (
          select i.contact_id
          from contact_identities i
          where i.company_id = current_company() and i.address = g.chat and i.connection_id = g."connectionId")
      order by g.place, m.chat = g.chat desc),
    locked as materialized (
      select t.id
      from tickets t
      where t.company_id = current_company() and t.id = any(array(select ticket_id from meant where rewrites))
      order by t.id
      for update),
    held as materialized (
      select m.id
      from messages m
      where (select count(*) from locked) >= 0
        and m.company_id = current_company()
        and m.id = any(
          array(
            select id
            from meant
            where rewrites
            union
            select m.id
            from json_to_recordset(${JSON.stringify(receipts)}) as g("connectionId" int, "channelId" text)
            ${ownMessages}))
      order by m.id
      for no key update)
    select place, id from meant where (select count(*) from held) >= 0`,
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
}

const parkedDays = 30;

async function parkChanges(scope: Scope, changes: MessageReference[]): Promise<void> {
  const given = changes.map(({ connectionId, frame, at }) => ({
    connectionId,
    fromMe: frame.fromMe,
    channelId: frame.id,
    identity: deliveryIdOf(frame),
    frame: { ...frame, sentAt: at },
  }));
  await scope.tx.execute(sql`
    with stale as (
      delete from parked_frames
      where company_id = current_company()
        and created_at < ${scope.now.toISOString()}::timestamptz - make_interval(days => ${parkedDays}))
    insert into parked_frames (connection_id, from_me, channel_id, identity, frame)
    select "connectionId", "fromMe", "channelId", identity, frame
    from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, "fromMe" boolean, "channelId" text,
      identity text, frame jsonb)
    on conflict do nothing`);
}

async function storeReactions(scope: Scope, reactions: Array<LocatedChange<ReactionFrame>>): Promise<number[]> {
  const given = reactions.map(({ messageId, at, frame }) => ({
    messageId,
    at,
    fromMe: frame.reactorIsBusiness,
    participant: frame.reactorIsBusiness ? '' : frame.participant,
    name: frame.name,
    emoji: frame.emoji,
  }));
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into message_reactions as r (message_id, from_me, participant, name, emoji, at)
    select "messageId", "fromMe", participant, name, emoji, at
    from json_to_recordset(${JSON.stringify(given)}) as g("messageId" bigint, "fromMe" boolean, participant text,
      name text, emoji text, at timestamptz)
    on conflict (company_id, message_id, from_me, participant)
      do update set emoji = excluded.emoji, name = excluded.name, at = excluded.at
    where r.at < excluded.at
    returning r.message_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** The caller has locked the messages. What they said before is kept. */
async function storeEdits(scope: Scope, edits: Array<LocatedChange<EditFrame>>): Promise<number[]> {
  const given = edits.map(({ messageId, at, frame }) => ({ messageId, at, body: frame.body }));
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    with given as (
      select m.id, m.body as before, m.edited_at as before_at, g.body, g.at
      from json_to_recordset(${JSON.stringify(given)}) as g("messageId" bigint, at timestamptz, body text)
      join messages m on m.company_id = current_company() and m.id = g."messageId"
      where not m.is_deleted and (m.edited_at is null or m.edited_at < g.at)),
    noted as (
      insert into message_edits (message_id, before, before_at, at)
      select id, before, before_at, at
      from given
      where before <> body)
    update messages m
    set body = g.body, edited_at = g.at
    from given g
    where m.company_id = current_company() and m.id = g.id
    returning m.id`,
  );
  return rows.map(({ id }) => id);
}

async function storeDeletions(scope: Scope, deletions: Array<LocatedChange<DeleteFrame>>): Promise<number[]> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    update messages
    set is_deleted = true
    where company_id = current_company()
      and id = any(${sql.param(deletions.map(({ messageId }) => messageId))}::bigint[])
      and not is_deleted
    returning id`,
  );
  return rows.map(({ id }) => id);
}

async function announceChanged(scope: Scope, messageIds: number[]): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    select ${messageWithTicketColumns}
    from messages m ${messageWithTicketJoins}
    where m.company_id = current_company() and m.id = any(${sql.param(messageIds)}::bigint[])
    order by m.id`,
  );
  announceUpdates(scope, rows);
}
