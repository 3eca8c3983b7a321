import {
  type Announcement,
  AnnouncementInput,
  announcementImage,
  announcementLive,
  announcementsApi,
} from '@prosa/contracts/announcements';
import { filesApi } from '@prosa/contracts/files';
import { plainText } from '@prosa/contracts/plain-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callForFile, callMultipart } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

/** In lists an announcement is called by its title. */
export type AnnouncementRow = Announcement & { name: string };
const rowOf = (record: Announcement): AnnouncementRow => ({ ...record, name: record.title });

/** Those of super users: all of them, newest first. */
export const announcements: Records<AnnouncementRow> = {
  key: ['announcements', 'all'],
  fetchPage: async (query) => {
    const { records, ...rest } = await call(announcementsApi.list, { query });
    return { items: records.map(rowOf), ...rest };
  },
  compare: (a, b) => b.id - a.id,
  isFound: ({ title }, search) => plainText(title).includes(plainText(search)),
  useNews: (hear) =>
    useLive(announcementLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.id } : { row: rowOf(event.record), isNew: event.action === 'create' }),
    ),
  remove: (id) => call(announcementsApi.remove, { params: { id } }),
};

export type ImageComplaint = 'wrongImage' | 'largeImage';
/** What is wrong with a file that somebody wants to attach, if anything is. */
export function complaintOf({ name, size }: Pick<File, 'name' | 'size'>): ImageComplaint | undefined {
  if (!announcementImage.name.test(name)) return 'wrongImage';
  return size > announcementImage.maxBytes ? 'largeImage' : undefined;
}

export const AnnouncementForm = AnnouncementInput.omit({ companyId: true }).extend({ image: z.instanceof(File).nullable() });
export type AnnouncementValues = Filled<z.input<typeof AnnouncementForm>>;
type AnnouncementFields = z.output<typeof AnnouncementForm>;

/** The announcement, then its image. Where the image fails the announcement stands, and is what is saved next time. */
export async function saveAnnouncement(
  id: number | undefined,
  { image, ...body }: AnnouncementFields,
  onStored: (id: number) => void,
): Promise<AnnouncementRow> {
  const record =
    id === undefined ? await call(announcementsApi.create, { body }) : await call(announcementsApi.update, { params: { id }, body });
  onStored(record.id);
  if (!image) return rowOf(record);
  return rowOf(await callMultipart(announcementsApi.attach, { params: { id: record.id } }, [image]));
}

export function useDetachImage() {
  return useMutation({ mutationFn: (id: number) => call(announcementsApi.detach, { params: { id } }) });
}

const activeKey = ['announcements', 'active'];
const byPriority = (a: Announcement, b: Announcement) => a.priority - b.priority || b.id - a.id;

/** What everybody is told now: active ones, the most important first, current for as long as they are shown. */
export function useActiveAnnouncements() {
  const queryClient = useQueryClient();
  useLive(announcementLive, (event) =>
    queryClient.setQueryData<Announcement[]>(activeKey, (list) => {
      if (!list) return list;
      const others = list.filter(({ id }) => id !== (event.action === 'delete' ? event.id : event.record.id));
      const isShown = event.action !== 'delete' && event.record.status;
      return isShown ? [...others, event.record].sort(byPriority) : others;
    }),
  );
  return useQuery({
    queryKey: activeKey,
    queryFn: async () => (await call(announcementsApi.list, { query: { active: 'true' } })).records,
  });
}

/** An image opens to who is logged in, so it is fetched as calls are and shown from memory. */
export function useImageFile(path: string | null) {
  const [company = '', shelf = '', name = ''] = (path ?? '').split('/');
  return useQuery({
    queryKey: ['file', path],
    queryFn: () => callForFile(filesApi.read, { params: { company, shelf, name } }),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
