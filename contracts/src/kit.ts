import { z } from 'zod';
import { listOf } from './fields.ts';
import type { Permission } from './permissions.ts';

/** A file field that an endpoint takes as multipart, beside the fields of its body. */
export type Files = { field: string; max: number };
type Parts = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; files?: Files; reply: z.ZodType };
type Part = 'params' | 'query' | 'body';
type PartsOf<E> = { [K in Part as K extends keyof E ? (E[K] extends z.ZodType ? K : never) : never]: E[K & keyof E] };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Endpoint<P extends Parts = Parts> = { method: Method; path: string } & P;

/** What a caller must send. */
export type RequestOf<E> = { [K in keyof PartsOf<E>]: z.input<PartsOf<E>[K] & z.ZodType> };
/** What a handler receives, after validation and defaults. */
export type InputOf<E> = { [K in keyof PartsOf<E>]: z.output<PartsOf<E>[K] & z.ZodType> };
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** One call of the HTTP API: the server mounts it, the browser calls it, both from this one value. */
export function endpoint<const P extends Parts>(method: Method, path: string, parts: P): Endpoint<P> {
  return { method, path, ...parts };
}

/** What an event tells: always an object, to which its number is added. */
export type LiveMessage = z.ZodType<Record<string, unknown>>;

export type LiveChannel<M extends LiveMessage = LiveMessage> = { name: string; message: M; everyCompany?: never };

/** One kind of live event. On the wire it is named `company-{companyId}-{name}`. */
export function liveChannel<M extends LiveMessage>(name: string, message: M): LiveChannel<M> {
  return { name, message };
}

/** What most live events tell: a record that came or changed, or the id of one that went. */
export function recordChange<R extends z.ZodType>(record: R) {
  return z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record }),
    z.object({ action: z.literal('delete'), id: z.int() }),
  ]);
}

/** One kind of event that goes to every company, and is numbered in each. On the wire it is named `company-{name}`. */
export type EveryCompanyChannel<M extends z.ZodType = z.ZodType> = { name: string; message: M; everyCompany: true };

export function everyCompanyChannel<M extends z.ZodType>(name: string, message: M): EveryCompanyChannel<M> {
  return { name, message, everyCompany: true };
}

type ParameterOf<N extends string> = N extends `${string}{${infer P}}${infer Rest}` ? P | ParameterOf<Rest> : never;

/**
 * Whom events of a name with parameters are for: the user whom a parameter names, holders of a permission, or members that the
 * server names.
 */
export type HeardBy<P extends string = string> = 'everybody' | 'members' | { user: P } | { permission: Permission };

/** A kind of live event for each of many things: `chat-{id}`. `at` is the channel of one of them. */
export type LiveFamily<N extends string = string, M extends LiveMessage = LiveMessage> = {
  template: N;
  heardBy: HeardBy<ParameterOf<N>>;
  message: M;
  at(parameters: Record<ParameterOf<N>, number>): LiveChannel<M>;
};

export function liveFamily<const N extends string, M extends LiveMessage>(
  template: N,
  heardBy: HeardBy<ParameterOf<N>>,
  message: M,
): LiveFamily<N, M> {
  const at = (parameters: Record<string, number>) =>
    liveChannel(
      template.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name])),
      message,
    );
  return { template, heardBy, message, at };
}

export const liveEventName = (companyId: number, channel: { name: string; everyCompany?: true }) =>
  channel.everyCompany ? `company-${channel.name}` : `company-${companyId}-${channel.name}`;

/** What an id points at. The isolation tests fill every such place with another company's ids. */
export type EntityName =
  | 'user'
  | 'queue'
  | 'queueOption'
  | 'connection'
  | 'contact'
  | 'ticket'
  | 'message'
  | 'plan'
  | 'company'
  | 'media'
  | 'tag'
  | 'note'
  | 'alarm'
  | 'invoice'
  | 'announcement'
  | 'help'
  | 'holiday'
  | 'quickMessage'
  | 'savedFilter'
  | 'chat'
  | 'chatMessage'
  | 'schedule'
  | 'contactList'
  | 'contactListItem'
  | 'contactListImport'
  | 'campaign'
  | 'suppression'
  | 'webhook'
  | 'webhookDelivery';

/** Ids are 32-bit numbers, those of messages longer. */
const highestId = (thing: EntityName) =>
  ['message', 'chatMessage', 'alarm', 'webhookDelivery'].includes(thing) ? Number.MAX_SAFE_INTEGER : 2_147_483_647;
export const refersTo = (thing: EntityName) => ({ refersTo: thing });
const idNumber = (thing: EntityName) => z.int().positive().max(highestId(thing)).meta(refersTo(thing));
/** Forms send ids as text. An id beyond the column's range is treated as not found instead of causing a database error. */
const readId = (thing: EntityName) => (given: unknown) => {
  const read = typeof given === 'string' && /^\s*\d+\s*$/.test(given) ? Number(given) : given;
  return Number.isSafeInteger(read) ? Math.min(Number(read), highestId(thing)) : read;
};
/** The id of a thing, in a path or query (text on the wire). */
export const idText = (thing: EntityName) => z.preprocess(readId(thing), idNumber(thing));
/** The id of a thing, in a body. */
export const id = (thing: EntityName) => z.preprocess<unknown, ReturnType<typeof idNumber>, number>(readId(thing), idNumber(thing));
/** An optional id in a body: forms send empty text for "none". */
export const idOrNone = (thing: EntityName) => {
  const schema = idNumber(thing).nullable();
  return z.preprocess<unknown, typeof schema, number | null>((given: unknown) => (given === '' ? null : readId(thing)(given)), schema);
};
/** Any well-formed uuid; the database decides whether it exists. */
export const uuid = (thing: EntityName) => z.guid().meta(refersTo(thing));

/** Ids given as JSON text, as the specification's lists are: `queueIds=[1,2]`. A single id is accepted as a list. */
export const idListText = (thing: EntityName) =>
  z
    .string()
    .transform((text, context) => {
      const list = listOf(idText(thing)).safeParse(parseList(text));
      if (list.success) return list.data;
      context.addIssue({ code: 'custom', message: 'invalidList' });
      return z.NEVER;
    })
    .meta({ ...refersTo(thing), list: true });

function parseList(text: string): unknown {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'number' ? [said] : said;
  } catch {
    return undefined;
  }
}

/** An instant: a Date on the server, ISO text on the wire. */
export const Instant = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime());

/**
 * What is typed into a search: truncated instead of refused, since people paste whole messages. It is never cut inside a surrogate pair.
 */
export const searchText = z
  .string()
  .transform((typed) => {
    const cut = typed
      .trim()
      .slice(0, 200)
      .replace(/\p{Surrogate}/gu, '')
      .toLowerCase();
    return /^(?:\S+\s+){9}\S+/.exec(cut)?.[0] ?? cut.trim();
  })
  .default('');

export const PageQuery = z.object({
  searchParam: searchText,
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
export type PageQuery = z.output<typeof PageQuery>;

export const Done = z.object({ message: z.string() });
/** The specification's clients send the company id; the server ignores it and uses the session's. */
export const ignoredCompany = { companyId: z.unknown().optional() };
