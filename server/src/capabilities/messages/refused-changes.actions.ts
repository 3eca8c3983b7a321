import type { ErrorCode } from '@prosa/contracts/errors';
import { messageLive } from '@prosa/contracts/messages';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { updateLastMessages } from './last-message.actions.ts';
import { type Change, withoutRefused } from './message-undo.rules.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins, presentMessage } from './messages.queries.ts';
import { hearersOf } from './sight.queries.ts';

const EditRow = z.object({ outboxId: z.int(), messageId: z.int(), editId: z.int(), userId: z.int().nullable() });
const WordingRow = z.object({ id: z.int(), messageId: z.int(), before: z.object({ body: z.string(), at: z.string().nullable() }) });
const Stood = z.object({ emoji: z.string(), name: z.string() }).nullable();
const ReactionRow = z.object({ id: z.int(), messageId: z.int(), at: z.string(), userId: z.int().nullable(), before: Stood });

/** What somebody had changed and the channel would not take. */
export type UndoneChange = { messageId: number; what: 'edit' | 'reaction'; userId: number | null; error: ErrorCode };
type Refused = Array<{ id: number; reason: ErrorCode | null }>;

/**
 * Edits and reactions among these rows of the outbox, which are about to leave it: what the customer still sees stands here again. The
 * caller has locked the tickets and the messages.
 */
export async function undoRefusedChanges(scope: Scope, refused: Refused, condition: SQL): Promise<UndoneChange[]> {
  const errors = new Map(refused.map(({ id, reason }) => [id, reason ?? 'ERR_SENDING_WAPP_MSG']));
  const among = sql`${condition} and o.company_id = current_company() and o.id = any(${sql.param([...errors.keys()])}::bigint[])`;
  return [...(await undoEdits(scope, errors, among)), ...(await undoReactions(scope, errors, among))];
}

async function undoEdits({ tx }: Scope, errors: Map<number, ErrorCode>, among: SQL): Promise<UndoneChange[]> {
  const gone = await rowsOf(
    tx,
    EditRow,
    sql`
    select o.id as "outboxId", o.message_id as "messageId",
      (o.content->>'editId')::bigint as "editId", (o.content->>'userId')::int as "userId"
    from outbox o
    where ${among} and o.deed = 'edit'
    order by o.id`,
  );
  if (gone.length === 0) return [];
  const all = await rowsOf(
    tx,
    WordingRow,
    sql`
    select id, message_id as "messageId", json_build_object('body', before, 'at', before_at) as before
    from message_edits
    where company_id = current_company() and message_id = any(${sql.param(gone.map(({ messageId }) => messageId))}::bigint[])
    order by id`,
  );
  const refused = new Set(gone.map(({ editId }) => editId));
  const { moved, restored } = undoAll(all, refused);
  await tx.execute(sql`
    with moved as (
      update message_edits e
      set before = g.before->>'body', before_at = (g.before->>'at')::timestamptz
      from json_to_recordset(${JSON.stringify(moved)}) as g(id bigint, before jsonb)
      where e.company_id = current_company() and e.id = g.id),
    gone as (
      delete from message_edits
      where company_id = current_company() and id = any(${sql.param([...refused])}::bigint[]))
    update messages m
    set body = g.before->>'body', edited_at = (g.before->>'at')::timestamptz, failure = 'ERR_EDIT_WAPP_MSG'
    from json_to_recordset(${JSON.stringify(restored)}) as g("messageId" bigint, before jsonb)
    where m.company_id = current_company() and m.id = g."messageId"`);
  return gone.map(({ outboxId, messageId, userId }) => ({ messageId, what: 'edit', userId, error: errorOf(errors, outboxId) }));
}

/** A reaction made on the company's own phone meanwhile stays. */
async function undoReactions({ tx }: Scope, errors: Map<number, ErrorCode>, among: SQL): Promise<UndoneChange[]> {
  const all = await rowsOf(
    tx,
    ReactionRow,
    sql`
    select w.id, w.message_id as "messageId", w.content->>'at' as at, (w.content->>'userId')::int as "userId",
      w.content->'before' as before
    from outbox w
    where w.company_id = current_company()
      and w.deed = 'react'
      and w.message_id in (select o.message_id from outbox o where ${among} and o.deed = 'react')
    order by w.id`,
  );
  const gone = all.filter(({ id }) => errors.has(id));
  if (gone.length === 0) return [];
  const { moved, restored } = undoAll(all, new Set(errors.keys()));
  const latest = new Map(gone.map(({ messageId, at }) => [messageId, at]));
  const standing = restored.map(({ messageId, before }) => ({
    messageId,
    at: latest.get(messageId),
    ...(before ?? { emoji: '', name: '' }),
  }));
  await tx.execute(sql`
    with moved as (
      update outbox o
      set content = jsonb_set(o.content, '{before}', coalesce(g.before, 'null'))
      from json_to_recordset(${JSON.stringify(moved)}) as g(id bigint, before jsonb)
      where o.company_id = current_company() and o.id = g.id)
    update message_reactions r
    set emoji = g.emoji, name = g.name
    from json_to_recordset(${JSON.stringify(standing)}) as g("messageId" bigint, at timestamptz, emoji text, name text)
    where r.company_id = current_company() and r.message_id = g."messageId" and r.from_me and r.participant = '' and r.at = g.at`);
  return gone.map(({ id, messageId, userId }) => ({ messageId, what: 'reaction', userId, error: errorOf(errors, id) }));
}

const errorOf = (errors: Map<number, ErrorCode>, outboxId: number): ErrorCode => errors.get(outboxId) ?? 'ERR_SENDING_WAPP_MSG';

/** The same for the changes of many messages. */
function undoAll<Before>(changes: Array<Change<Before> & { messageId: number }>, refused: ReadonlySet<number>) {
  const messageIds = [...new Set(changes.map(({ messageId }) => messageId))];
  const each = messageIds.map((id) => ({
    messageId: id,
    ...withoutRefused(
      changes.filter(({ messageId }) => messageId === id),
      refused,
    ),
  }));
  return {
    moved: each.flatMap(({ moved }) => moved),
    restored: each.flatMap(({ messageId, restored }) => (restored ? [{ messageId, before: restored.before }] : [])),
  };
}

/** Everybody sees what stands again; who had changed it is told why. */
export async function announceUndone(scope: Scope, undone: UndoneChange[]): Promise<void> {
  if (undone.length === 0) return;
  const reworded = undone.filter(({ what }) => what === 'edit').map(({ messageId }) => messageId);
  if (reworded.length > 0) await updateLastMessages(scope, reworded);
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    select ${messageWithTicketColumns}
    from messages m ${messageWithTicketJoins}
    where m.company_id = current_company() and m.id = any(${sql.param(undone.map(({ messageId }) => messageId))}::bigint[])`,
  );
  const shown = new Map(rows.map((row) => [row.message.id, row]));
  for (const { messageId, ...refused } of undone) {
    const row = shown.get(messageId);
    if (row) scope.emit(messageLive, { action: 'update', message: presentMessage(scope, row), refused }, { rooms: hearersOf(row.ticket) });
  }
}
