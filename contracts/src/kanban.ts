import { z } from 'zod';
import { listOf } from './fields.ts';
import { endpoint, id, idListText, idText, ignoredCompany, PageQuery, refersTo } from './kit.ts';
import { Tag } from './tags.ts';
import { Ticket } from './tickets.ts';

/** The lane of tickets without a kanban tag, the first of the board. */
export const openLane = 0;

/** The lane a ticket stands in: its kanban tag. */
export const laneOf = ({ tags }: Pick<Ticket, 'tags'>): number => tags.find(({ kanban }) => kanban === 1)?.id ?? openLane;

/** Cards are tickets that wait or are served. */
export const KanbanQuery = PageQuery.extend({
  queueIds: idListText('queue').optional(),
  users: idListText('user').optional(),
  /** Tickets that carry every one of these. */
  tags: idListText('tag').optional(),
  /** 0: without a kanban tag. Left out: the first page of every lane. */
  tagId: z.coerce.number().int().min(0).max(2_147_483_647).meta(refersTo('tag')).optional(),
  ...ignoredCompany,
});
export type KanbanQuery = z.output<typeof KanbanQuery>;

/** One lane of what was asked for. */
const Lane = z.object({ tagId: z.int(), count: z.int(), hasMore: z.boolean() });
export type Lane = z.output<typeof Lane>;

/** The lanes from left to right, without the first; each counts the cards that the caller may see. */
const Lanes = z.object({ lista: z.array(Tag) });

const ofTicket = { ticketId: idText('ticket') };
export const kanbanApi = {
  lanes: endpoint('GET', '/tags/kanban', { query: z.object(ignoredCompany), reply: Lanes }),
  /** The lanes in this order; those that are not named follow in the order they had. */
  order: endpoint('PUT', '/tags/kanban', {
    body: z.object({ tagIds: listOf(id('tag')), ...ignoredCompany }),
    reply: z.object({ tagIds: z.array(z.int()) }),
  }),
  /** Lane by lane, each newest first. */
  cards: endpoint('GET', '/ticket/kanban', {
    query: KanbanQuery,
    reply: z.object({ tickets: z.array(Ticket), count: z.int(), hasMore: z.boolean(), lanes: z.array(Lane) }),
  }),
  /** Into this lane, out of the one before. */
  move: endpoint('PUT', '/ticket-tags/:ticketId/:tagId', { params: z.object({ ...ofTicket, tagId: idText('tag') }), reply: Ticket }),
  /** Back to the first lane. Other tags stay. */
  clear: endpoint('DELETE', '/ticket-tags/:ticketId', { params: z.object(ofTicket), reply: Ticket }),
};
