import type { Message } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { mayAnswer } from '../tickets/tickets.rules.ts';
import { lockForChange } from './changing.queries.ts';
import { assertWindowOpen, changed } from './messages.actions.ts';
import { findMessage } from './messages.queries.ts';
import { seeOpening } from './sight.queries.ts';
import type { ChannelSays } from './windows.ts';

const EmojiRow = z.object({ emoji: z.string() });

/**
 * The company has one reaction to a message, whoever of its people made it last; an empty emoji takes it back. Shown at once, and handed to
 * the channel after all that waits before it. Said again it changes nothing.
 */
export async function reactToMessage(scope: Scope, messageId: number, emoji: string, says: ChannelSays): Promise<Message> {
  const before = await findMessage(scope, messageId);
  const ticket = await seeOpening(scope, before.ticket?.id ?? null, { forUpdate: true });
  if (ticket?.status !== 'open') return refuse('ERR_TICKET_NOT_OPEN');
  if (!mayAnswer(scope.actor, ticket)) refuse('ERR_NO_PERMISSION');
  await lockForChange(scope, messageId, 'reaction');
  // A call is no message on the channel, and what was not sent is not there.
  if (before.isDeleted || before.mediaType === 'call_log' || before.ack < 0) refuse('ERR_CONFLICT');
  const standing = await rowsOf(
    scope.tx,
    EmojiRow,
    sql`
    select emoji
    from message_reactions
    where company_id = current_company() and message_id = ${messageId} and from_me and participant = ''`,
  );
  if ((standing[0]?.emoji ?? '') === emoji) return before;
  await assertWindowOpen(scope, ticket, says);
  await storeReaction(scope, messageId, emoji);
  return changed(scope, messageId, ticket);
}

/** Later than any other of the company's, whatever clock that was timed by. */
async function storeReaction(scope: Scope, messageId: number, emoji: string): Promise<void> {
  const { userId = null, name } = scope.actor;
  await scope.tx.execute(sql`
    with stood as (
      select jsonb_build_object('emoji', emoji, 'name', name) as reaction
      from message_reactions
      where company_id = current_company() and message_id = ${messageId} and from_me and participant = ''),
    stored as (
      insert into message_reactions as r (message_id, from_me, name, emoji, at)
      values (${messageId}, true, ${name}, ${emoji}, ${scope.now.toISOString()})
      on conflict (company_id, message_id, from_me, participant)
        do update set emoji = excluded.emoji, name = excluded.name, at = greatest(excluded.at, r.at + interval '1 microsecond')
      returning at)
    insert into outbox (connection_id, message_id, chat, deed, content)
    select m.connection_id, m.id, m.chat, 'react',
      jsonb_build_object('emoji', ${emoji}::text, 'userId', ${userId}::int, 'at', s.at, 'before', (select reaction from stood))
    from messages m
    cross join stored s
    where m.company_id = current_company() and m.id = ${messageId}`);
}
