import { PhoneMessage, type SimulatedMessage, simulatorApi } from '@prosa/contracts/simulator';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { Frame } from '../port.ts';
import { type Network, nextTimestamp, openNetwork, queueFrame } from './network.ts';
import { chatOf } from './phone-book.ts';

export const business = 'business';

const SpokenRow = z.object({ number: z.string(), participant: z.string(), isGroup: z.boolean(), fromBusiness: z.boolean() });
type PhoneMessageRow = z.output<typeof SpokenRow>;
const PhoneRow = PhoneMessage.omit({ mediaUrl: true }).extend({ mediaKey: z.string().nullable() });
const ListedRow = simulatorApi.phones.reply.element;

/**
 * Somebody reacts to a message, edits it or deletes it, on a phone that shows it. Answers the message's id, or nothing when it is a
 * message that is written.
 */
export async function changeMessage(
  scope: Scope,
  connectionId: number,
  { faults }: Network,
  said: SimulatedMessage,
): Promise<string | undefined> {
  const target = said.reaction ?? said.edit ?? said.delete;
  if (!target) return undefined;
  const message = await findPhoneMessage(scope, connectionId, target.id);
  const author = message.fromBusiness ? business : message.participant || message.number;
  const speaker = said.fromMe ? business : said.number;
  const isShown = speaker === business || message.isGroup || message.number === said.number;
  if (!isShown || (!said.reaction && author !== speaker)) refuse('ERR_NO_MESSAGE_FOUND');
  const about = {
    id: target.id,
    chat: message.isGroup ? message.number : await chatOf(scope, connectionId, message.number, faults.privacyId ?? false),
    fromMe: message.fromBusiness,
    participant: message.isGroup && speaker !== business ? said.number : '',
    sentAt: await nextTimestamp(scope, connectionId),
  };
  await showOnPhones(scope, connectionId, said, speaker);
  await queueFrame(scope, connectionId, frameOf(said, about));
  return target.id;
}

function frameOf(said: SimulatedMessage, about: { id: string; chat: string; fromMe: boolean; participant: string; sentAt: string }): Frame {
  if (said.reaction)
    return { ...about, kind: 'reaction', name: said.name ?? '', emoji: said.reaction.emoji, reactorIsBusiness: said.fromMe };
  return said.edit ? { ...about, kind: 'edit', body: said.edit.body } : { ...about, kind: 'delete' };
}

async function findPhoneMessage(scope: Scope, connectionId: number, id: string): Promise<PhoneMessageRow> {
  const rows = await rowsOf(
    scope.tx,
    SpokenRow,
    sql`
    select number, participant, is_group as "isGroup", from_business as "fromBusiness" from simulator_messages
    where company_id = current_company() and connection_id = ${connectionId} and id = ${id} and not is_deleted`,
  );
  return rows[0] ?? refuse('ERR_NO_MESSAGE_FOUND');
}

async function showOnPhones(scope: Scope, connectionId: number, said: SimulatedMessage, speaker: string): Promise<void> {
  const { reaction, edit } = said;
  const change = reaction
    ? reaction.emoji === ''
      ? sql`reactions = reactions - ${speaker}::text`
      : sql`reactions = reactions || jsonb_build_object(${speaker}::text, ${reaction.emoji}::text)`
    : edit
      ? sql`body = ${edit.body}, is_edited = true`
      : sql`is_deleted = true`;
  await scope.tx.execute(sql`
    update simulator_messages
    set ${change}
    where company_id = current_company()
      and connection_id = ${connectionId}
      and id = ${(reaction ?? edit ?? said.delete)?.id ?? ''}`);
}

/** What one phone shows: its own conversation with the company, and the groups it has spoken in. */
export async function readPhone(scope: Scope, connectionId: number, number: string): Promise<Array<z.output<typeof PhoneRow>>> {
  await openNetwork(scope, connectionId);
  const rows = await rowsOf(
    scope.tx,
    PhoneRow,
    sql`
    select s.id,
      s.from_business as "fromBusiness",
      s.body, s.media_type as "mediaType", md.key as "mediaKey", s.quoted_id as "quotedId", s.ack,
      s.is_deleted as "isDeleted", s.is_edited as "isEdited",
      coalesce(
        (
          select json_agg(json_build_object('emoji', r.value, 'fromBusiness', r.key = ${business}) order by r.key)
          from jsonb_each_text(s.reactions) r),
        '[]'::json) as reactions,
      s.data, iso(s.at) as at
    from simulator_messages s
    left join media md on md.company_id = s.company_id and md.id = s.media_id
    where s.company_id = current_company()
      and s.connection_id = ${connectionId}
      and s.number in (
        select ${number}
        union all
        select g.number
        from simulator_messages g
        where g.company_id = current_company()
          and g.connection_id = ${connectionId}
          and g.participant = ${number}
          and g.participant <> '')
    order by s.at, s.seq`,
  );
  return rows;
}

export async function listPhones(scope: Scope, connectionId: number) {
  await openNetwork(scope, connectionId);
  const rows = await rowsOf(
    scope.tx,
    ListedRow,
    sql`
    select case when is_group then participant else number end as number,
      coalesce((array_agg(name order by at desc) filter (where name <> ''))[1], '') as name,
      (array_agg(body order by at desc))[1] as "lastMessage",
      iso(max(at)) as at
    from simulator_messages
    where company_id = current_company() and connection_id = ${connectionId} and (not is_group or participant <> '')
    group by 1
    order by max(at) desc
    limit 200`,
  );
  return rows;
}
