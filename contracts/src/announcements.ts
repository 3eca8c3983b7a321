import { z } from 'zod';
import { flagField, flagText, longText, normalizeLineBreaks } from './fields.ts';
import { Done, endpoint, everyCompanyChannel, Instant, idText, ignoredCompany, PageQuery, recordChange } from './kit.ts';

/** 1 high, 2 medium, 3 low. */
export const priorities = [1, 2, 3] as const;
const priority = z.int().min(1).max(3);

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  priority,
  status: z.boolean(),
  /** The image is served under `/public/{mediaPath}`, to everyone who is logged in. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: Instant.optional(),
});
export type Announcement = z.output<typeof Announcement>;

/** Forms send numbers as text. */
const priorityField = z.preprocess<unknown, typeof priority, number>(
  (given: unknown) => (typeof given === 'string' && /^[123]$/.test(given) ? Number(given) : given),
  priority,
);
const title = z.string({ error: 'required' }).trim().min(1, 'required').max(200, 'tooLong');
const text = longText.trim().transform(normalizeLineBreaks);
const textField = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).pipe(text);

export const AnnouncementInput = z.object({
  title,
  text: textField,
  priority: priorityField.default(3),
  status: flagField.default(true),
  ...ignoredCompany,
});
export const AnnouncementUpdate = z.object({
  title: title.optional(),
  text: textField.optional(),
  priority: priorityField.optional(),
  status: flagField.optional(),
  ...ignoredCompany,
});

/** What may be attached, by name; the server looks at the bytes too. */
export const announcementImage = { accept: '.png,.jpg,.jpeg', name: /\.(png|jpe?g)$/i, maxBytes: 5 * 2 ** 20 };

const one = z.object({ id: idText('announcement') });
export const announcementsApi = {
  /**
   * Newest first: all of them for super users, the active ones for everybody else. `active` is what the top bar shows to anybody: active
   * ones, the most important first.
   */
  list: endpoint('GET', '/announcements', {
    query: PageQuery.extend({ active: flagText, ...ignoredCompany }),
    reply: z.object({ records: z.array(Announcement), count: z.int(), hasMore: z.boolean() }),
  }),
  show: endpoint('GET', '/announcements/:id', { params: one, reply: Announcement }),
  create: endpoint('POST', '/announcements', { body: AnnouncementInput, reply: Announcement }),
  update: endpoint('PUT', '/announcements/:id', { params: one, body: AnnouncementUpdate, reply: Announcement }),
  remove: endpoint('DELETE', '/announcements/:id', { params: one, reply: Done }),
  /** Takes the place of the image before. */
  attach: endpoint('POST', '/announcements/:id/media-upload', { params: one, files: { field: 'file', max: 1 }, reply: Announcement }),
  detach: endpoint('DELETE', '/announcements/:id/media-upload', { params: one, reply: Announcement.extend(Done.shape) }),
};

/** `company-announcement`: what the platform tells the people of every company. Who may not see one (any more) hears that it is gone. */
export const announcementLive = everyCompanyChannel('announcement', recordChange(Announcement));
