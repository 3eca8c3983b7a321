import { z } from 'zod';
import { flagField, listOf } from './fields.ts';
import { Done, endpoint, id, idText, ignoredCompany, liveChannel } from './kit.ts';

/** How many one person keeps, how many a company shares, and how long their texts are. */
export const savedFilterLimits = { own: 30, shared: 30, name: 40, search: 200 };

/**
 * What a list of tickets is narrowed to, under a name: a person's own or, shared, the company's. Empty lists narrow nothing. Whoever uses
 * it sees what they may see anyway, and less.
 */
export const SavedFilter = z.object({
  id: z.int(),
  name: z.string(),
  shared: z.boolean(),
  queueIds: z.array(z.int()),
  /** Tickets that carry every one of these. */
  tags: z.array(z.int()),
  users: z.array(z.int()),
  searchParam: z.string(),
});
export type SavedFilter = z.output<typeof SavedFilter>;

const name = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).max(savedFilterLimits.name, 'tooLong');
const conditions = {
  queueIds: listOf(id('queue')),
  tags: listOf(id('tag')),
  users: listOf(id('user')),
  searchParam: z.string().trim().max(savedFilterLimits.search, 'tooLong'),
};
export const SavedFilterInput = z.object({
  name,
  shared: flagField.default(false),
  queueIds: conditions.queueIds.default([]),
  tags: conditions.tags.default([]),
  users: conditions.users.default([]),
  searchParam: conditions.searchParam.default(''),
  ...ignoredCompany,
});
export const SavedFilterUpdate = z.object({
  name: name.optional(),
  shared: flagField.optional(),
  queueIds: conditions.queueIds.optional(),
  tags: conditions.tags.optional(),
  users: conditions.users.optional(),
  searchParam: conditions.searchParam.optional(),
  ...ignoredCompany,
});

const one = z.object({ id: idText('savedFilter') });
export const savedFiltersApi = {
  /** The caller's own, then the shared ones; each by name. */
  list: endpoint('GET', '/saved-filters', { query: z.object(ignoredCompany), reply: z.array(SavedFilter) }),
  create: endpoint('POST', '/saved-filters', { body: SavedFilterInput, reply: SavedFilter }),
  update: endpoint('PUT', '/saved-filters/:id', { params: one, body: SavedFilterUpdate, reply: SavedFilter }),
  remove: endpoint('DELETE', '/saved-filters/:id', { params: one, reply: Done }),
  /** Within a minute after it was deleted; one that is there is answered as it is. */
  restore: endpoint('POST', '/saved-filters/:id/restore', { params: one, reply: SavedFilter }),
};

/** Heard by whose it is, and by everybody while it is shared; who may no longer use one hears that it is gone. */
export const savedFilterLive = liveChannel(
  'savedfilter',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), filter: SavedFilter }),
    z.object({ action: z.literal('delete'), id: z.int() }),
  ]),
);
