import { can } from '@prosa/contracts/permissions';
import { type Tag, type TagInput, type TagUpdate, tagLive } from '@prosa/contracts/tags';
import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { findTicket, findTickets, getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';
import { bringBack, keepAside } from './deleted-tags.actions.ts';
import { nextLaneOrder, putTags, takeFromTickets, waitForTickets } from './lanes.actions.ts';
import { findTag, getTagKinds, liveTicketsWith, usedColors } from './tags.queries.ts';
import { pickColor, withOneLane } from './tags.rules.ts';
import { tags } from './tags.table.ts';

/** Everyone may create a tag in the chat; only tag editors may make it a board column. */
export async function createTag(scope: Scope, { name, color, kanban }: z.output<typeof TagInput>): Promise<Tag> {
  if (kanban === 1 && !can(scope.actor, 'tags:edit')) refuse('ERR_NO_PERMISSION');
  const [row] = await scope.tx
    .insert(tags)
    .values({
      name,
      kanban,
      color: color ?? pickColor(await usedColors(scope)),
      userId: scope.actor.userId ?? null,
      ...(kanban === 1 && { laneOrder: nextLaneOrder }),
    })
    .returning({ id: tags.id })
    .catch(refuseDuplicate);
  const tag = (row && (await findTag(scope, row.id))) ?? refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'create', tag }, everybody);
  return tag;
}

/** A tag that becomes a lane is the last one; tickets that are in another lane stay there and lose it. */
export async function updateTag(scope: Scope, id: number, { name, color, kanban }: z.output<typeof TagUpdate>): Promise<Tag> {
  const before = (await findTag(scope, id)) ?? refuse('ERR_NO_TAG_FOUND');
  const wearers = await liveTicketsWith(scope, id);
  const becomes = kanban !== undefined && kanban !== before.kanban;
  if (becomes) await waitForTickets(scope, id);
  const changed = await scope.tx
    .update(tags)
    .set({ name, color, kanban, updatedAt: scope.now, ...(becomes && { laneOrder: kanban === 1 ? nextLaneOrder : 0 }) })
    .where(eq(tags.id, id))
    .returning({ id: tags.id })
    .catch(refuseDuplicate);
  if (changed.length === 0) refuse('ERR_NO_TAG_FOUND');
  const tag = (await findTag(scope, id)) ?? refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'update', tag }, everybody);
  await announceTickets(scope, wearers);
  return tag;
}

export async function removeTag(scope: Scope, id: number): Promise<void> {
  const wearers = await liveTicketsWith(scope, id);
  await waitForTickets(scope, id);
  await keepAside(scope, id);
  await takeFromTickets(scope, id);
  const removed = await scope.tx.delete(tags).where(eq(tags.id, id)).returning({ id: tags.id });
  if (removed.length === 0) refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'delete', tagId: id }, everybody);
  await announceTickets(scope, wearers);
}

/** What was deleted a moment ago, as it was. One that is there is answered as it is. */
export async function restoreTag(scope: Scope, id: number): Promise<Tag> {
  const present = await findTag(scope, id);
  if (present) return present;
  await bringBack(scope, id).catch(refuseDuplicate);
  const tag = (await findTag(scope, id)) ?? refuse('ERR_NO_TAG_FOUND');
  scope.emit(tagLive, { action: 'create', tag }, everybody);
  // Resolved ones too: screens took it off all of them.
  await announceTickets(scope, await liveTicketsWith(scope, id, { closed: true }));
  return tag;
}

/** The ticket's tags become exactly these, but for a second lane. Its place in the lists does not change. */
export async function syncTags(scope: Scope, ticketId: number, tagIds: number[]): Promise<Ticket> {
  const { tags: worn } = await getVisibleTicket(scope, { id: ticketId }, { forUpdate: true });
  const wanted = [...new Set(tagIds)];
  const lanes = (await getTagKinds(scope, wanted)).filter(({ kanban }) => kanban === 1);
  await putTags(scope, ticketId, withOneLane(wanted, new Set(lanes.map(({ id }) => id)), new Set(worn.map(({ id }) => id))));
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
