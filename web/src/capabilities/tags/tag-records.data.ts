import { plainText } from '@prosa/contracts/plain-text';
import { type Tag, TagInput, tagLive, tagsApi } from '@prosa/contracts/tags';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

export const tagRecords: Records<Tag> = {
  key: ['tags', 'records'],
  fetchPage: async (query) => {
    const { tags: items, ...rest } = await call(tagsApi.list, { query });
    return { items, ...rest };
  },
  compare: (a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1),
  isFound: ({ name }, search) => plainText(name).includes(plainText(search)),
  useNews: (hear) =>
    useLive(tagLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.tagId } : { row: event.tag, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(tagsApi.remove, { params: { id } }),
  restore: (id) => call(tagsApi.restore, { params: { id } }),
};

/** The tickets with this tag, as they are counted now. */
export function useTicketsCount({ id, ticketsCount }: Tag): number {
  const { data } = useQuery({
    queryKey: ['tags', 'count', id],
    queryFn: async () => (await call(tagsApi.show, { params: { id } })).ticketsCount,
    staleTime: 0,
    gcTime: 0,
  });
  return data ?? ticketsCount;
}

export const TagForm = TagInput.pick({ name: true, kanban: true }).extend({ color: TagInput.shape.color });
export type TagValues = Filled<z.input<typeof TagForm>>;

/** What people without the right to edit tags may not set is not sent. */
export function useSaveTag(tag: Tag | undefined, mayEdit: boolean) {
  const queryClient = useQueryClient();
  return async ({ name, color, kanban }: z.output<typeof TagForm>): Promise<Tag> => {
    const body = { name, ...(color !== undefined && { color }), ...(mayEdit && { kanban }) };
    const saved = await (tag ? call(tagsApi.update, { params: { id: tag.id }, body }) : call(tagsApi.create, { body }));
    void queryClient.invalidateQueries({ queryKey: ['tags', 'everyone'] });
    return saved;
  };
}
