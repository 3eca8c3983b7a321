import { z } from 'zod';
import { colorField, listOf } from './fields.ts';
import { Done, endpoint, id, idText, ignoredCompany, liveChannel, PageQuery, searchText } from './kit.ts';
import { Ticket, TicketTag } from './tickets.ts';

export const Tag = z.object({
  ...TicketTag.shape,
  /** Who made it. */
  userId: z.int().nullable(),
  /** Where its lane stands on the board, from left to right; ties by id. */
  laneOrder: z.int(),
  ticketsCount: z.int(),
});
export type Tag = z.output<typeof Tag>;

const kanbanField = z.preprocess(
  (value) => (typeof value === 'boolean' || typeof value === 'string' ? Number(value) : value),
  TicketTag.shape.kanban,
);
/** "minimum 3": longer than the minimum of other names. */
const tagName = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).min(3, 'tooShort').max(50, 'tooLong');
/** A tag created in the chat has only a name: the server picks a colour. */
export const TagInput = z.object({
  name: tagName,
  color: z.union([z.literal('').transform(() => undefined), colorField]).optional(),
  kanban: kanbanField.default(0),
  ...ignoredCompany,
});
export const TagUpdate = z.object({
  name: tagName.optional(),
  color: colorField.optional(),
  kanban: kanbanField.optional(),
  ...ignoredCompany,
});

/** A tag by its id, or the complete object as lists return it. */
const namedTag = z.union([z.object({ id: id('tag') }), id('tag').transform((given) => ({ id: given }))]);

const one = z.object({ id: idText('tag') });
export const tagsApi = {
  list: endpoint('GET', '/tags', { query: PageQuery, reply: z.object({ tags: z.array(Tag), count: z.int(), hasMore: z.boolean() }) }),
  everyone: endpoint('GET', '/tags/list', {
    query: z.object({ searchParam: searchText, ...ignoredCompany }),
    reply: z.array(Tag),
  }),
  show: endpoint('GET', '/tags/:id', { params: one, reply: Tag }),
  create: endpoint('POST', '/tags', { body: TagInput, reply: Tag }),
  update: endpoint('PUT', '/tags/:id', { params: one, body: TagUpdate, reply: Tag }),
  remove: endpoint('DELETE', '/tags/:id', { params: one, reply: Done }),
  /** Within a minute after it was deleted: as it was, on the tickets that carried it. One that is there is answered as it is. */
  restore: endpoint('POST', '/tags/:id/restore', { params: one, reply: Tag }),
  /** The ticket's tags become exactly these. */
  sync: endpoint('POST', '/tags/sync', {
    body: z.object({ ticketId: id('ticket'), tags: listOf(namedTag), ...ignoredCompany }),
    reply: Ticket,
  }),
};

export const tagLive = liveChannel(
  'tag',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), tag: Tag }),
    z.object({ action: z.literal('delete'), tagId: z.int() }),
  ]),
);
