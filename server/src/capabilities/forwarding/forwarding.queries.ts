import { connectionStatuses } from '@prosa/contracts/connections';
import type { ForwardInput } from '@prosa/contracts/forwarding';
import { MessageData, mediaTypes } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const ConnectionRow = z.object({ id: z.int(), provider: z.string(), status: z.enum(connectionStatuses), isDefault: z.boolean() });
export type TargetConnection = z.output<typeof ConnectionRow>;
const PersonRow = z.object({ id: z.int(), number: z.string() });
export type Person = z.output<typeof PersonRow>;
const SaidRow = z.object({
  id: z.int(),
  body: z.string(),
  mediaType: z.enum(mediaTypes).nullable(),
  mediaId: z.int().nullable(),
  data: MessageData.nullable(),
  isDeleted: z.boolean(),
});
export type Said = z.output<typeof SaidRow>;

type Targets = Pick<ForwardInput, 'ticketIds' | 'contactIds'>;

/** The tickets that were named, and the open ones of the contacts that were. */
const targetIds = ({ ticketIds, contactIds }: Targets) => sql`array(
  select t.id
  from tickets t
  where t.company_id = current_company() and t.id = any(${sql.param(ticketIds)}::int[])
  union
  select t.id
  from tickets t
  where t.company_id = current_company() and t.contact_id = any(${sql.param(contactIds)}::int[]) and t.status = 'open')`;

/** Locked by id, as everybody does who locks several. */
export async function lockTargets({ tx }: Scope, targets: Targets): Promise<number[]> {
  const rows = await rowsOf(
    tx,
    IdRow,
    sql`
    select id
    from tickets
    where company_id = current_company() and id = any(${targetIds(targets)})
    order by id
    for update`,
  );
  return rows.map(({ id }) => id);
}

/** The connections over which it may leave: those of the tickets, and the one that a new ticket gets. */
export async function findTargetConnections({ tx }: Scope, targets: Targets): Promise<TargetConnection[]> {
  const rows = await rowsOf(
    tx,
    ConnectionRow,
    sql`
    select w.id, w.provider, w.status, w.is_default as "isDefault"
    from connections w
    where w.company_id = current_company()
      and w.removed_at is null
      and (w.is_default or w.id in (
        select t.connection_id
        from tickets t
        where t.company_id = current_company() and t.id = any(${targetIds(targets)})))`,
  );
  return rows;
}

export async function findPeople({ tx }: Scope, contactIds: number[]): Promise<Person[]> {
  const rows = await rowsOf(
    tx,
    PersonRow,
    sql`
    select id, number
    from contacts
    where company_id = current_company() and id = any(${sql.param(contactIds)}::int[])`,
  );
  return rows;
}

/** Messages that the thread of this ticket shows, in its order. */
export async function findInThread({ tx }: Scope, { id, contactId, whatsappId }: Ticket, messageIds: number[]): Promise<Said[]> {
  const rows = await rowsOf(
    tx,
    SaidRow,
    sql`
    select m.id, m.body, m.media_type as "mediaType", m.media_id as "mediaId", m.data, m.is_deleted as "isDeleted"
    from messages m
    where m.company_id = current_company()
      and m.id = any(${sql.param(messageIds)}::bigint[])
      and m.contact_id = ${contactId}
      and m.connection_id = ${whatsappId}
      and (m.ticket_id <= ${id} or m.ticket_id is null and not exists (
        select from tickets n
        where n.company_id = current_company()
          and n.contact_id = ${contactId}
          and n.connection_id = ${whatsappId}
          and n.id > ${id}
          and n.id <= m.after_ticket))
    order by coalesce(m.ticket_id, m.after_ticket), m.created_at, m.id`,
  );
  if (rows.length < new Set(messageIds).size) refuse('ERR_NO_MESSAGE_FOUND');
  return rows;
}
