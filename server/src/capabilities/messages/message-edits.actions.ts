import { EarlierWording, editMinutes, type Message } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { lockForChange } from './changing.queries.ts';
import { updateLastMessages } from './last-message.actions.ts';
import { changed, fillVariables } from './messages.actions.ts';
import { findMessage } from './messages.queries.ts';
import { seeOpening } from './sight.queries.ts';

const EditRow = z.object({ before: z.string(), beforeAt: z.string().nullable(), user: EarlierWording.shape.user });

/**
 * Gives a text of the caller's another wording, here at once and at the customer's after all that waits before it. Said again it changes
 * nothing.
 */
export async function editMessage(scope: Scope, messageId: number, given: string): Promise<Message> {
  const before = await findMessage(scope, messageId);
  const ticket = await seeOpening(scope, before.ticket?.id ?? null, { forUpdate: true });
  if (!isTheirs(scope, before)) refuse('ERR_NO_PERMISSION');
  const wording = given.trim();
  if (wording === '') refuse('ERR_VALIDATION', { details: [{ path: 'body', message: 'required' }] });
  const stored = await lockForChange(scope, messageId, 'edit');
  // A caption belongs to its file, a template to who approved it; what failed is sent again or dropped.
  const isChangeable = before.mediaType === null && !stored.isTemplate && !before.isDeleted && before.ack >= 0;
  if (!isChangeable) refuse('ERR_CONFLICT');
  const body = ticket ? await fillVariables(scope, ticket, wording) : wording;
  if (body === stored.body) return findMessage(scope, messageId);
  if (stored.minutesOld > editMinutes) refuse('ERR_EDIT_TOO_LATE');
  await storeEdit(scope, messageId, body);
  await updateLastMessages(scope, [messageId]);
  return changed(scope, messageId, ticket);
}

/** Written by this very person, by hand. */
const isTheirs = ({ actor }: Scope, { fromMe, user, origin }: Message): boolean =>
  fromMe && user !== null && user.id === actor.userId && origin === 'agent';

/** Later than any other edit, whatever clock that was timed by. */
async function storeEdit(scope: Scope, messageId: number, body: string): Promise<void> {
  const userId = scope.actor.userId ?? null;
  await scope.tx.execute(sql`
    with noted as (
      insert into message_edits (message_id, before, before_at, at, user_id)
      select id, body, edited_at, greatest(${scope.now.toISOString()}, edited_at + interval '1 microsecond'), ${userId}::int
      from messages
      where company_id = current_company() and id = ${messageId}
      returning id, message_id, at),
    changed as (
      update messages m
      set body = ${body}, edited_at = n.at, failure = null
      from noted n
      where m.company_id = current_company() and m.id = n.message_id
      returning m.id, m.connection_id, m.chat)
    insert into outbox (connection_id, message_id, chat, deed, content)
    select c.connection_id, c.id, c.chat, 'edit',
      jsonb_build_object('editId', n.id, 'body', ${body}::text, 'userId', ${userId}::int)
    from changed c
    join noted n on n.message_id = c.id`);
}

/** Of what was deleted nothing is told. */
export async function listEdits(scope: Scope, messageId: number): Promise<EarlierWording[]> {
  const message = await findMessage(scope, messageId);
  await seeOpening(scope, message.ticket?.id ?? null);
  if (message.isDeleted) return [];
  const rows = await rowsOf(
    scope.tx,
    EditRow,
    sql`
    select e.before, iso(e.before_at) as "beforeAt",
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
    from message_edits e
    left join users u on u.company_id = e.company_id and u.id = e.user_id
    where e.company_id = current_company() and e.message_id = ${messageId}
    order by e.id`,
  );
  // Each wording is its author's: who made the edit before, or who said it at first.
  return rows.map(({ before: body, beforeAt }, place) => ({
    body,
    at: beforeAt ?? message.createdAt,
    user: place === 0 ? message.user : (rows[place - 1]?.user ?? null),
  }));
}
