import { z } from 'zod';
import { longText } from './fields.ts';
import { Done, endpoint, id, idOrNone, idText, ignoredCompany } from './kit.ts';
import { QueueInput } from './queues.ts';

/** `bill` asks for the customer's document and sends the second copy of a bill. */
export const queueOptionTypes = ['text', 'bill'] as const;
export type QueueOptionType = (typeof queueOptionTypes)[number];

export const maxOptionDepth = 8;
/** Siblings, and options of a queue in all. */
export const maxOptionsBeside = 50;
export const maxOptionsOfQueue = 500;

export type QueueOption = {
  id: number;
  title: string;
  message: string;
  /** The number that the customer types. */
  option: number;
  type: QueueOptionType;
  queueId: number;
  parentId: number | null;
  children: QueueOption[];
};
export const QueueOption: z.ZodType<QueueOption> = z
  .object({
    id: z.int(),
    title: z.string(),
    message: z.string(),
    option: z.int(),
    type: z.enum(queueOptionTypes),
    queueId: z.int(),
    parentId: z.int().nullable(),
    get children() {
      return z.array(QueueOption);
    },
  })
  .meta({ id: 'QueueOption' });

const title = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).max(200, 'tooLong');
/** Its place among its siblings, as number or text; left out, the last. */
const option = z.coerce.number().int().min(1, 'invalidNumber').max(maxOptionsBeside, 'invalidNumber');
const type = z.enum(queueOptionTypes);
/** The option above: nothing, or -1, is the top. */
const parentInBody = z.preprocess<unknown, ReturnType<typeof idOrNone>, number | null>(
  (given: unknown) => (given === -1 || given === '-1' ? null : given),
  idOrNone('queueOption'),
);
const parentInQuery = z.union([z.literal('-1').transform(() => null), idText('queueOption')]);

export const QueueOptionInput = z.object({
  queueId: id('queue'),
  parentId: parentInBody.default(null),
  title,
  message: longText.default(''),
  option: option.optional(),
  type: type.default('text'),
  ...ignoredCompany,
});
/** Absent fields keep their value. */
export const QueueOptionUpdate = z.object({
  parentId: parentInBody.optional(),
  title: title.optional(),
  message: longText.optional(),
  option: option.optional(),
  type: type.optional(),
  ...ignoredCompany,
});

/** An option that may not be stored yet. */
export type OptionDraft = { title: string; message: string; type: QueueOptionType; children: OptionDraft[] };
export const OptionDraft: z.ZodType<OptionDraft> = z
  .object({
    title: z.string().max(200, 'tooLong'),
    message: longText.default(''),
    type: type.default('text'),
    get children() {
      return z.array(OptionDraft).max(maxOptionsBeside, 'invalidList').default([]);
    },
  })
  .meta({ id: 'OptionDraft' });

/** Looked at level by level, before anything works through it level within level. */
function isModest(options: unknown): boolean {
  let level: unknown[] = [options];
  for (let depth = 0, seen = 0; level.length > 0; depth += 1) {
    level = level.flatMap((list) => (Array.isArray(list) ? list : []));
    seen += level.length;
    if (seen > maxOptionsOfQueue || (depth >= maxOptionDepth && level.length > 0)) return false;
    level = level.map((option) => (typeof option === 'object' && option !== null && 'children' in option ? option.children : []));
  }
  return true;
}
const drafts = z.array(OptionDraft).max(maxOptionsBeside, 'invalidList').default([]);
const OptionDrafts = z.preprocess<unknown, typeof drafts, OptionDraft[] | undefined>((given, context) => {
  if (!isModest(given)) context.addIssue({ code: 'custom', message: 'invalidList' });
  return given;
}, drafts);

/** What was said so far in a conversation that is only tried out: the customer's words, in their order. */
const saidByCustomer = z.union([
  z.string().max(1000, 'tooLong'),
  z.object({ body: z.string().max(1000, 'tooLong') }).transform(({ body }) => body),
]);

const one = z.object({ id: idText('queueOption') });
export const queueOptionsApi = {
  /** The options below one, or of the whole queue's top (`parentId` -1, or left out), with all that is below them. */
  list: endpoint('GET', '/queue-options', {
    query: z.object({ queueId: idText('queue'), parentId: parentInQuery.optional(), ...ignoredCompany }),
    reply: z.array(QueueOption),
  }),
  create: endpoint('POST', '/queue-options', { body: QueueOptionInput, reply: QueueOption }),
  update: endpoint('PUT', '/queue-options/:id', { params: one, body: QueueOptionUpdate, reply: QueueOption }),
  /** What is below it goes with it. */
  remove: endpoint('DELETE', '/queue-options/:id', { params: one, reply: Done }),
  /** All options of one place, in their new order. */
  order: endpoint('POST', '/queue-options/order', {
    body: z.object({
      queueId: id('queue'),
      parentId: parentInBody.default(null),
      ids: z.array(id('queueOption')).max(maxOptionsBeside, 'invalidList'),
      ...ignoredCompany,
    }),
    reply: z.array(QueueOption),
  }),
  /** What the bot would say, of a queue as it is being edited. Nothing is stored or sent. */
  preview: endpoint('POST', '/queue/preview', {
    body: z.object({
      queue: QueueInput.partial(),
      options: OptionDrafts,
      messages: z.array(saidByCustomer).max(50, 'invalidList').default([]),
      ...ignoredCompany,
    }),
    reply: z.object({
      /** The whole conversation, the customer's words among it. */
      messages: z.array(z.object({ body: z.string(), fromMe: z.boolean(), why: z.string().nullable() })),
      /** The bot has handed over: a person would go on from here. */
      ended: z.boolean(),
    }),
  }),
};
