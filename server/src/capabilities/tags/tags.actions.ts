import { can } from '@prosa/contracts/permissions';
import { type Tag, type TagInput, type TagUpdate, tagLive } from '@prosa/contracts/tags';
import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { findTicket, findTickets, getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';
import { assertTagsExist, findTag, liveTicketsWith, usedColors } from './tags.queries.ts';
import { pickColor } from './tags.rules.ts';
import { tags } from './tags.table.ts';

/** Everyone may create a tag in the chat; only tag editors may make it a board column. */
export async function createTag(scope: Scope, { name, color, kanban }: z.output<typeof TagInput>): Promise<Tag> {
  if (kanban === 1 && !can(scope.actor, 'tags:edit')) refuse('ERR_NO_PERMISSION');
  const [row] = await scope.tx
    .insert(tags)
    .values({ name, kanban, color: color ?? pickColor(await usedColors(scope)) })
    .returning({ id: tags.id })
    .catch(refuseDuplicate);
  const tag = (row && (await findTag(scope, row.id))) ?? refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'create', tag }, everybody);
  return tag;
}

export async function updateTag(scope: Scope, id: number, { name, color, kanban }: z.output<typeof TagUpdate>): Promise<Tag> {
  const changed = await scope.tx
    .update(tags)
    .set({ name, color, kanban, updatedAt: scope.now })
    .where(eq(tags.id, id))
    .returning({ id: tags.id })
    .catch(refuseDuplicate);
  if (changed.length === 0) refuse('ERR_NO_TAG_FOUND');
  const tag = (await findTag(scope, id)) ?? refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'update', tag }, everybody);
  await announceTickets(scope, await liveTicketsWith(scope, id));
  return tag;
}

export async function removeTag(scope: Scope, id: number): Promise<void> {
  const wearers = await liveTicketsWith(scope, id);
  const removed = await scope.tx.delete(tags).where(eq(tags.id, id)).returning({ id: tags.id });
  if (removed.length === 0) refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'delete', tagId: id }, everybody);
  await announceTickets(scope, wearers);
}

/** The ticket's tags become exactly these. Its place in the lists does not change. */
export async function syncTags(scope: Scope, ticketId: number, tagIds: number[]): Promise<Ticket> {
  await getVisibleTicket(scope, { id: ticketId }, { forUpdate: true });
  const wanted = [...new Set(tagIds)];
  await assertTagsExist(scope, wanted);
  await scope.tx.execute(sql`
    with gone as (
      delete from ticket_tags
      where company_id = current_company()
        and ticket_id = ${ticketId}
        and not tag_id = any(${sql.param(wanted)}::int[]))
    insert into ticket_tags (ticket_id, tag_id)
    select ${ticketId}, unnest(${sql.param(wanted)}::int[])
    on conflict do nothing`);
  const ticket = (await findTicket(scope, ticketId)) ?? refuse('ERR_NO_TICKET_FOUND');
  scope.emit(ticketLive, { action: 'update', ticket, ticketId }, { rooms: audienceOf(ticket) });
  return ticket;
}

async function announceTickets(scope: Scope, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const ticket of await findTickets(scope, ids))
    scope.emit(ticketLive, { action: 'update', ticket, ticketId: ticket.id }, { rooms: audienceOf(ticket) });
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) === 'tags_name') refuse('ERR_TAG_NAME_ALREADY_EXISTS');
  throw error;
}
