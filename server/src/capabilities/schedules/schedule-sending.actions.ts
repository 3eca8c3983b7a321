import { reasonText } from '@prosa/contracts/reasons';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { isConnectionLost, sql } from '../../platform/database/database.ts';
import { CompanyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, attempt, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { findDefaultConnection } from '../contacts/reachability.ts';
import { sendToContact } from '../messages/contact-messages.actions.ts';
import { fillTemplate } from '../messages/templates.rules.ts';
import { defaultSettings } from '../settings/settings.rules.ts';
import { tell } from './schedules.actions.ts';
import { isTooLate, maxAttempts, retryAfterSeconds } from './schedules.rules.ts';

const DueRow = z.object({
  id: z.int(),
  contactId: z.int(),
  whatsappId: z.int().nullable(),
  body: z.string(),
  mediaId: z.int().nullable(),
  status: z.enum(['PENDENTE', 'ENVIADA', 'ERRO']),
  sendAt: z.string(),
  now: z.string(),
  maxDelay: z.string().nullable(),
  failure: z.string().nullable(),
  name: z.string(),
  user: z.string().nullable(),
  protocol: z.string().nullable(),
  queue: z.string().nullable(),
  company: z.string(),
  zone: z.string(),
});
type Due = z.output<typeof DueRow>;

/** Companies with a schedule whose time has come, by the database's clock. */
export function findDueCompanies(platform: Platform): Promise<number[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      CompanyRow,
      'select company_id from schedules where due_at <= clock_timestamp() group by company_id order by min(due_at)',
    );
    return rows.map(({ company_id }) => company_id);
  });
}

/**
 * The schedule whose turn it is becomes a message, in one transaction: whenever a process dies, either both are stored or it is still
 * waiting. Whoever else looks skips it meanwhile. False where none is due.
 */
export async function sendNext(platform: Platform, companyId: number): Promise<boolean> {
  let begun: number | undefined;
  try {
    return await inScope(platform, { companyId }, async (scope) => {
      const due = await claimNext(scope);
      if (!due) return false;
      begun = due.id;
      crashPoint('schedule.claimed');
      await settle(scope, due);
      crashPoint('schedule.stored');
      return true;
    });
  } catch (error) {
    if (begun === undefined || isConnectionLost(error)) throw error;
    platform.log.error({ err: error, schedule: begun }, 'a schedule could not be sent');
    await postpone(platform, companyId, begun);
    return true;
  }
}

/** A schedule that is sent already comes here again when its message could not be delivered. */
async function settle(scope: Scope, due: Due): Promise<void> {
  if (due.status === 'ENVIADA') return giveUp(scope, due.id, due.failure ?? 'ERR_SENDING_WAPP_MSG');
  const maxDelayMinutes = Number(due.maxDelay ?? defaultSettings('').scheduleMaxDelayMinutes);
  if (isTooLate({ sendAt: new Date(due.sendAt), now: new Date(due.now), maxDelayMinutes }))
    return giveUp(scope, due.id, 'ERR_SCHEDULE_TOO_LATE');
  try {
    const message = await attempt(scope, () => send(scope, due));
    await scope.tx.execute(sql`
      update schedules
      set status = 'ENVIADA', sent_at = ${due.now}, message_id = ${message.id}, due_at = null, reason = null
      where company_id = current_company() and id = ${due.id}`);
    await tell(scope, 'update', due.id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await giveUp(scope, due.id, error.code);
  }
}

async function send(scope: Scope, due: Due) {
  const whatsappId = due.whatsappId ?? (await findDefaultConnection(scope))?.id ?? refuse('ERR_NO_DEF_WAPP_FOUND');
  const { name, user, queue, company, zone } = due;
  const body = fillTemplate(due.body, { at: new Date(due.now), zone, name, protocol: due.protocol ?? '', user, queue, company });
  const file = due.mediaId === null ? {} : { mediaId: due.mediaId };
  return sendToContact(scope, due.contactId, whatsappId, { body, origin: 'schedule', why: reasonText('scheduled'), ...file });
}

/** The reason is a code, ours or the channel's. */
async function giveUp(scope: Scope, id: number, reason: string): Promise<void> {
  await scope.tx.execute(sql`
    update schedules
    set status = 'ERRO', sent_at = null, due_at = null, reason = ${reason}
    where company_id = current_company() and id = ${id}`);
  await tell(scope, 'update', id);
}

/** After a fault of ours: so that it neither blocks those behind it nor is tried for ever. */
async function postpone(platform: Platform, companyId: number, id: number): Promise<void> {
  await inScope(platform, { companyId }, async (scope) => {
    const [row] = await rowsOf(
      scope.tx,
      z.object({ attempts: z.int() }),
      sql`
      update schedules
      set attempts = attempts + 1
      where company_id = current_company() and id = ${id} and due_at is not null
      returning attempts`,
    );
    if (!row) return;
    if (row.attempts >= maxAttempts) return giveUp(scope, id, 'ERR_INTERNAL');
    await scope.tx.execute(sql`
      update schedules
      set due_at = clock_timestamp() + make_interval(secs => ${retryAfterSeconds(row.attempts)})
      where company_id = current_company() and id = ${id}`);
  });
}

async function claimNext({ tx }: Scope): Promise<Due | undefined> {
  const rows = await rowsOf(
    tx,
    DueRow,
    sql`
    with due as materialized (
      select *
      from schedules
      where company_id = current_company() and due_at <= clock_timestamp()
      order by due_at, id
      limit 1
      for update skip locked)
    select s.id, s.contact_id as "contactId", s.connection_id as "whatsappId", s.body, s.media_id as "mediaId", s.status,
      iso(s.send_at) as "sendAt", iso(clock_timestamp()) as now, m.failure, c.name, u.name as user,
      t.code as protocol, q.name as queue, o.name as company, company_zone() as zone,
      (
        select value
        from settings
        where company_id = current_company() and key = 'scheduleMaxDelayMinutes') as "maxDelay"
    from due s
    join companies o on o.company_id = s.company_id
    join contacts c on c.company_id = s.company_id and c.id = s.contact_id
    left join users u on u.company_id = s.company_id and u.id = s.user_id
    left join messages m on m.company_id = s.company_id and m.id = s.message_id
    left join lateral (
      select code, queue_id
      from tickets
      where company_id = s.company_id and contact_id = s.contact_id and status <> 'closed'
      order by id desc
      limit 1) t on true
    left join queues q on q.company_id = s.company_id and q.id = t.queue_id`,
  );
  return rows[0];
}
