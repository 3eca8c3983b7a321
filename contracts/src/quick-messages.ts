import { z } from 'zod';
import { flagField, normalizeLineBreaks } from './fields.ts';
import { Done, endpoint, Instant, idText, ignoredCompany, liveChannel, PageQuery, recordChange } from './kit.ts';

/** A ready answer of one person, or, shared by an admin, of everybody in the company. */
export const QuickMessage = z.object({
  id: z.int(),
  shortcode: z.string(),
  message: z.string(),
  /** Null for a shared one whose author is gone. */
  userId: z.int().nullable(),
  shared: z.boolean(),
  /** The file is served under `/public/{mediaPath}`, to who may see the quick message. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type QuickMessage = z.output<typeof QuickMessage>;

/** With how often the caller has used it: what the chat ranks its suggestions by. */
export const RankedQuickMessage = QuickMessage.extend({ uses: z.int().min(0) });
export type RankedQuickMessage = z.output<typeof RankedQuickMessage>;

const field = (max: number) =>
  z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).min(3, 'tooShort').max(max, 'tooLong');
export const quickMessageLimits = { shortcode: 50, message: 1_000 };
const shortcode = field(quickMessageLimits.shortcode);
/** Counted as it is stored: browsers' forms send two characters for the end of a line. */
const message = z.preprocess<unknown, ReturnType<typeof field>, string>(
  (given: unknown) => (typeof given === 'string' ? normalizeLineBreaks(given) : given),
  field(quickMessageLimits.message),
);

// Existing clients also send `userId`. Like every field that is not named here it counts for nothing: whose it is follows from the session.
export const QuickMessageInput = z.object({ shortcode, message, shared: flagField.default(false), ...ignoredCompany });
export const QuickMessageUpdate = z.object({
  shortcode: shortcode.optional(),
  message: message.optional(),
  shared: flagField.optional(),
  ...ignoredCompany,
});

const one = z.object({ id: idText('quickMessage') });
export const quickMessagesApi = {
  /** The caller's own and the shared ones, by shortcode. */
  list: endpoint('GET', '/quick-messages', {
    query: PageQuery.extend(ignoredCompany),
    reply: z.object({ records: z.array(QuickMessage), count: z.int(), hasMore: z.boolean() }),
  }),
  everyone: endpoint('GET', '/quick-messages/list', { query: z.object(ignoredCompany), reply: z.array(RankedQuickMessage) }),
  show: endpoint('GET', '/quick-messages/:id', { params: one, reply: QuickMessage }),
  create: endpoint('POST', '/quick-messages', { body: QuickMessageInput, reply: QuickMessage }),
  update: endpoint('PUT', '/quick-messages/:id', { params: one, body: QuickMessageUpdate, reply: QuickMessage }),
  remove: endpoint('DELETE', '/quick-messages/:id', { params: one, reply: Done }),
  /** Within a minute after it was deleted: as it was, with its file. One that is there is answered as it is. */
  restore: endpoint('POST', '/quick-messages/:id/restore', { params: one, reply: QuickMessage }),
  /** It was put into an answer: counted for the caller. */
  use: endpoint('POST', '/quick-messages/:id/use', { params: one, reply: z.object({ id: z.int(), uses: z.int() }) }),
  /** Takes the place of the file before. */
  attach: endpoint('POST', '/quick-messages/:id/media-upload', { params: one, files: { field: 'file', max: 1 }, reply: QuickMessage }),
  detach: endpoint('DELETE', '/quick-messages/:id/media-upload', { params: one, reply: QuickMessage.extend(Done.shape) }),
};

/** Heard by its author, and by everybody while it is shared; who may no longer see one hears that it is gone. */
export const quickMessageLive = liveChannel('quickmessage', recordChange(QuickMessage));
