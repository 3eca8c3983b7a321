import type { InputOf } from '@prosa/contracts/kit';
import { Schedule, type schedulesApi } from '@prosa/contracts/schedules';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { containsText, countOf, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const ScheduleRow = z.object({ schedule: Schedule });
const FoundRow = z.object({ ids: z.array(z.int()).nullable() });
const few = 3_000;

const scheduleJson = sql`json_build_object('id', s.id, 'body', s.body, 'sendAt', iso(s.send_at), 'sentAt', iso(s.sent_at),
  'status', s.status, 'reason', s.reason, 'contactId', s.contact_id,
  'contact', json_build_object('id', c.id, 'name', c.name, 'number', c.number),
  'userId', s.user_id, 'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
  'whatsappId', s.connection_id, 'mediaPath', md.key, 'mediaName', md.file_name,
  'createdAt', iso(s.created_at), 'updatedAt', iso(s.updated_at))`;

const scheduleJoins = sql`
  join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  left join users u on u.company_id = s.company_id and u.id = s.user_id
  left join media md on md.company_id = s.company_id and md.id = s.media_id`;

/** What a month of a calendar shows comes in one page, or few. */
const calendarPageSize = 500;

async function readSchedules({ tx }: Scope, rest: SQL): Promise<Schedule[]> {
  const rows = await rowsOf(
    tx,
    ScheduleRow,
    sql`
    select ${scheduleJson} as schedule
    from schedules s ${scheduleJoins}
    where s.company_id = current_company() and ${rest}`,
  );
  return rows.map(({ schedule }) => schedule);
}

export async function listSchedules(scope: Scope, query: InputOf<typeof schedulesApi.list>['query']) {
  const { searchParam, pageNumber, status, from, to } = query;
  const size = from !== undefined && to !== undefined ? calendarPageSize : PAGE_SIZE;
  const conditions: SQL[] = [sql`true`];
  if (status !== undefined) conditions.push(sql`s.status = ${status}`);
  if (from !== undefined) conditions.push(sql`s.send_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`s.send_at < ${to}`);
  if (searchParam !== '') conditions.push(await holding(scope, searchParam));
  const which = sql.join(conditions, sql` and `);
  const { items, hasMore } = pageOf(
    await readSchedules(scope, sql`${which} order by s.send_at desc, s.id desc limit ${size + 1} offset ${(pageNumber - 1) * size}`),
    size,
  );
  const rows = sql`schedules s
    join contacts c on c.company_id = s.company_id and c.id = s.contact_id
    where s.company_id = current_company() and ${which}`;
  const count = await countOf(scope.tx, { items, hasMore, pageNumber, size }, searchParam !== '', rows);
  return { schedules: items, count, hasMore };
}

/** Few are named by the index of words; among many, going through the list soon meets enough. */
async function holding({ tx }: Scope, text: string): Promise<SQL> {
  const [row] = await rowsOf(tx, FoundRow, sql`select find_schedules(${text}, ${few}) as ids`);
  return row?.ids
    ? sql`s.id = any(${sql.param(row.ids)}::int[])`
    : sql`(${containsText(sql`s.body`, text)} or ${containsText(sql`c.name`, text)})`;
}

export async function findSchedules(scope: Scope, ids: number[]): Promise<Schedule[]> {
  return ids.length === 0 ? [] : readSchedules(scope, sql`s.id = any(${sql.param(ids)}::int[]) order by s.id`);
}

export async function getSchedule(scope: Scope, id: number): Promise<Schedule> {
  const [schedule] = await findSchedules(scope, [id]);
  return schedule ?? refuse('ERR_NO_SCHEDULE_FOUND');
}
