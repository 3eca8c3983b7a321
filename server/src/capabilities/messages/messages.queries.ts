import { Message, type MessageData } from '@prosa/contracts/messages';
import { TicketCard } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/flight.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { signAddress, stableExpiry } from '../../platform/http/signed-address.ts';
import { playableType } from '../../platform/http/stored-files.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { ticketCardJson } from '../tickets/tickets.queries.ts';

/** A file with what is known of it, before it gets a signed URL. */
export const fileOf = (md: SQL) => sql`case
    when ${md}.id is not null then json_build_object('key', ${md}.key, 'mimetype', ${md}.mimetype, 'size', ${md}.size,
      'fileName', ${md}.file_name, 'width', ${md}.width, 'height', ${md}.height, 'seconds', ${md}.seconds,
      'waveform', ${md}.waveform, 'thumbnailKey', ${md}.thumbnail_key, 'playableKey', ${md}.playable_key,
      'playableSize', ${md}.playable_size)
  end`;

const content = (m: SQL, file: SQL) => sql`'id', ${m}.id, 'ticketId', ${m}.ticket_id, 'body', ${m}.body, 'fromMe', ${m}.from_me,
  'mediaType', ${m}.media_type, 'data', ${m}.data, ${file}, 'isDeleted', ${m}.is_deleted,
  'isEdited', ${m}.edited_at is not null, 'ack', ${m}.ack, 'read', ${m}.read, 'createdAt', iso(${m}.created_at)`;

const reactions = sql`coalesce(
  (
    select json_agg(
      json_build_object('emoji', r.emoji, 'fromMe', r.from_me, 'name', r.name) order by r.at, r.participant)
    from message_reactions r
    where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> ''),
  '[]'::json)`;

const fieldsOfOurs = (file: SQL) => sql`${content(sql`m`, file)}, 'channelId', m.channel_id,
  'origin', coalesce(m.origin, case when m.from_me then 'agent' else 'customer' end), 'why', m.why,
  'failure', m.failure, 'reactions', ${reactions},
  'user', case when mu.id is not null then json_build_object('id', mu.id, 'name', mu.name) end`;

const messageFields = (file: SQL, quotedFile: SQL) => sql`${fieldsOfOurs(file)}, 'contact', case when not m.from_me then ${contactJson} end,
  'participant', case
    when m.participant <> '' then json_build_object(
      'name', coalesce(nullif(m.participant_name, ''), m.participant),
      'number', m.participant)
  end,
  'quotedMsg', case when qm.id is not null then json_build_object(${content(sql`qm`, quotedFile)}) end`;

/** A stored message, before its file gets a signed URL; for queries that call the table `m` and use `messageJoins`. */
export const messageJson = fixedSql(
  sql`json_build_object(${messageFields(sql`'file', ${fileOf(sql`md`)}`, sql`'file', ${fileOf(sql`qmd`)}`)})`,
);

/**
 * Whether there is something in a message that only we can make: addresses of files, what is left of what was deleted, and of what
 * the channel told beside the text that which the contract names.
 */
const needsWork = sql`(m.media_id is not null or m.is_deleted or m.data is not null
  or qm.media_id is not null or coalesce(qm.is_deleted, false) or qm.data is not null)`;
const noFile = sql`'mediaUrl', null::text`;

/** Nothing where the message opens at no ticket. */
const cardJson = sql`case when t.id is not null then ${ticketCardJson} end`;

/** Words `m` of ours as they go out, with neither file nor quote, in a ticket `t` by a user `mu`. */
export const wordsJson = fixedSql(sql`json_build_object(${fieldsOfOurs(noFile)}, 'contact', null, 'participant', null, 'quotedMsg', null,
  'ticket', ${ticketCardJson})`);

/**
 * A message as it goes out where it can, else with its ticket as it is stored; and which of the two it is. For
 * `messageWithTicketJoins`.
 */
export const readyColumns = sql`
  case when ${needsWork} then json_build_object('message', ${messageJson}, 'ticket', ${cardJson})
    else json_build_object(${messageFields(noFile, noFile)}, 'ticket', ${cardJson}) end::text, ${needsWork}::text`;

export const messageJoins = sql`
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  left join users mu on mu.company_id = m.company_id and mu.id = m.user_id
  left join media md on md.company_id = m.company_id and md.id = m.media_id
  left join messages qm on qm.company_id = m.company_id and qm.id = m.quoted_id
  left join media qmd on qmd.company_id = qm.company_id and qmd.id = qm.media_id`;

/** The kind of what is `g`iven to be stored: where only a stored file is named, the file's. */
export const mediaTypeGiven = sql`
  case
    when g."mediaType" is null and g."mediaId" is not null then (
      select md.kind
      from media md
      where md.company_id = current_company() and md.id = g."mediaId")
    else g."mediaType"
  end`;

/** A message and its ticket, for queries that use `messageWithTicketJoins`. Queries that already have the ticket need no join. */
export const messageWithTicketColumns = fixedSql(sql`${messageJson} as message, ${cardJson} as ticket`);
export const messageWithTicketJson = sql`json_build_object('message', ${messageJson}, 'ticket', ${cardJson})`;
/** The ticket a message opens at: its own, or the contact's latest on that connection. */
export const openingTicket = sql`coalesce(
  m.ticket_id,
  (
    select max(l.id)
    from tickets l
    where l.company_id = m.company_id and l.contact_id = m.contact_id and l.connection_id = m.connection_id))`;
/**
 * The latest one is joined by itself and chosen by `case`: PostgreSQL takes `coalesce` and sub-queries for leaky under row policies, uses
 * no index for them, and compares each message with every ticket of the company. The ticket is looked for one by one (`limit`): where it
 * may choose, PostgreSQL reads all of a company's.
 */
export const openingTicketJoins = (own: SQL) => sql`
  left join lateral (
    select max(l.id) as id
    from tickets l
    where m.ticket_id is null
      and l.company_id = m.company_id
      and l.contact_id = m.contact_id
      and l.connection_id = m.connection_id) latest on true
  left join lateral (
    select *
    from tickets o
    where o.company_id = current_company() and o.id = case when ${own} is null then latest.id else ${own} end
    limit 1) t on true`;
export const messageWithTicketJoins = fixedSql(sql`${messageJoins} ${openingTicketJoins(sql`m.ticket_id`)}`);
export const StoredFile = z.object({
  key: z.string(),
  mimetype: z.string(),
  size: z.int(),
  fileName: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.number().nullable(),
  waveform: z.array(z.int()).nullable(),
  thumbnailKey: z.string().nullable(),
  playableKey: z.string().nullable(),
  playableSize: z.int().nullable(),
});
type StoredFile = z.output<typeof StoredFile>;
/** As the wire shows them, but with the file itself where that has an address. */
const StoredContent = Message.shape.quotedMsg.unwrap().omit({ mediaUrl: true }).extend({ file: StoredFile.nullable() });
export const StoredMessage = Message.omit({ mediaUrl: true, quotedMsg: true, ticket: true }).extend({
  file: StoredFile.nullable(),
  quotedMsg: StoredContent.nullable(),
});
export const MessageWithTicket = z.object({ message: StoredMessage, ticket: TicketCard.nullable() });
export type MessageWithTicket = z.output<typeof MessageWithTicket>;

/** For whom and when a message is shown. */
type Viewer = Pick<Scope, 'companyId' | 'now' | 'platform'>;

/** Adds the ticket, and signed URLs for its files. */
export function presentMessage(scope: Viewer, { message: { quotedMsg, ...message }, ticket }: MessageWithTicket): Message {
  const shown = { ...presentContent(scope, message), ticket, quotedMsg: quotedMsg && presentContent(scope, quotedMsg) };
  return shown.isDeleted ? { ...shown, reactions: [], quotedMsg: null } : shown;
}

/** A deleted message is marked as deleted, without its content. */
function presentContent<T extends z.output<typeof StoredContent>>(scope: Viewer, { file, ...content }: T) {
  if (content.isDeleted) return { ...content, body: '', mediaType: null, mediaUrl: null, data: null };
  return {
    ...content,
    mediaUrl: file && addressOf(scope, file.playableKey ?? file.key),
    data: file ? { ...content.data, ...presentFile(scope, file, content.data) } : content.data,
  };
}

/** Type and size of the file behind the URL. */
export function presentFile(scope: Viewer, file: StoredFile, told: MessageData | null): MessageData {
  return {
    fileName: file.fileName,
    mimetype: file.playableKey ? playableType : file.mimetype,
    size: file.playableSize ?? file.size,
    width: file.width ?? told?.width ?? null,
    height: file.height ?? told?.height ?? null,
    seconds: file.seconds ?? told?.seconds ?? null,
    waveform: file.waveform,
    thumbnailUrl: file.thumbnailKey && addressOf(scope, file.thumbnailKey),
  };
}

/** A row of `readyColumns` as it goes out. */
export const presentReady = (view: Viewer, [text, needs]: Row): string =>
  needs === 'true' ? JSON.stringify(outgoing(Message, presentMessage(view, JSON.parse(text ?? '')), 'a message')) : (text ?? '');

export const addressOf = (scope: Viewer, key: string): string =>
  signAddress(scope.platform.secrets, { key, companyId: scope.companyId, expires: stableExpiry(scope.now) });

export async function findMessage(scope: Scope, id: number): Promise<Message> {
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
      select ${messageWithTicketColumns}
      from messages m ${messageWithTicketJoins}
      where m.company_id = current_company() and m.id = ${id}`,
  );
  return presentMessage(scope, rows[0] ?? refuse('ERR_NO_MESSAGE_FOUND'));
}
