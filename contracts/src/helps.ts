import { z } from 'zod';
import { normalizeLineBreaks } from './fields.ts';
import { Done, endpoint, Instant, idText, ignoredCompany, liveChannel, PageQuery, recordChange } from './kit.ts';

/** A help video, for the people of every company. `video` is the code of a video on YouTube: nothing else is ever shown in a frame. */
export const Help = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  video: z.string(),
  updatedAt: Instant.optional(),
});
export type Help = z.output<typeof Help>;

const videoCode = /^[\w-]{11}$/;
const videoHosts = String.raw`(?:(?:www\.|m\.)?(?:youtube\.com|youtube-nocookie\.com)/`;
const videoPaths = String.raw`(?:watch\?(?:[^#]*&)?v=|embed/|shorts/|live/)|youtu\.be/)`;
const videoAddress = new RegExp(String.raw`^(?:https?://)?${videoHosts}${videoPaths}([\w-]{11})(?![\w-])`, 'i');

/** The code of a video: as typed, or out of an address that people copy from the page of the video. */
export const videoCodeOf = (typed: string): string => (videoCode.test(typed) ? typed : (videoAddress.exec(typed)?.[1] ?? ''));

const title = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).min(3, 'tooShort').max(200, 'tooLong');
const description = z.string().trim().max(2000, 'tooLong').transform(normalizeLineBreaks);
const video = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(500, { error: 'tooLong', abort: true })
  .transform(videoCodeOf)
  .refine((code) => code !== '', 'invalidVideo');

export const HelpInput = z.object({ title, description: description.default(''), video, ...ignoredCompany });
export const HelpUpdate = z.object({
  title: title.optional(),
  description: description.optional(),
  video: video.optional(),
  ...ignoredCompany,
});

const one = z.object({ id: idText('help') });
export const helpsApi = {
  list: endpoint('GET', '/helps', {
    query: PageQuery.extend(ignoredCompany),
    reply: z.object({ records: z.array(Help), count: z.int(), hasMore: z.boolean() }),
  }),
  everyone: endpoint('GET', '/helps/list', { query: z.object(ignoredCompany), reply: z.array(Help) }),
  show: endpoint('GET', '/helps/:id', { params: one, reply: Help }),
  create: endpoint('POST', '/helps', { body: HelpInput, reply: Help }),
  update: endpoint('PUT', '/helps/:id', { params: one, body: HelpUpdate, reply: Help }),
  remove: endpoint('DELETE', '/helps/:id', { params: one, reply: Done }),
};

/** Told in every company, under its own name there: `company-{companyId}-help`. */
export const helpLive = liveChannel('help', recordChange(Help));
