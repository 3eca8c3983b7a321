import { queueOptionTypes } from '@prosa/contracts/queue-options';
import { reasonText } from '@prosa/contracts/reasons';
import { type Ticket, ticketStatuses } from '@prosa/contracts/tickets';
import { WorkingHours } from '@prosa/contracts/working-hours';
import { z } from 'zod';
import { sql } from '../../../platform/database/database.ts';
import { keptRowsOf } from '../../../platform/database/kept-scope.ts';
import { fixedSql } from '../../../platform/database/kept-statements.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { type BotConfiguration, type BotOption, BotState } from './bot.types.ts';

const OptionRow = z.object({
  id: z.int(),
  queueId: z.int(),
  parentId: z.int().nullable(),
  title: z.string(),
  message: z.string(),
  type: z.enum(queueOptionTypes),
});
type OptionRow = z.output<typeof OptionRow>;
const QueueRow = z.object({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: z.array(WorkingHours),
  isOnMenu: z.boolean(),
});
/** A ticket as the bot finds it. */
const StandingRow = z.object({
  id: z.int(),
  contactId: z.int(),
  connectionId: z.int(),
  status: z.enum(ticketStatuses),
  userId: z.int().nullable(),
  queueId: z.int().nullable(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  code: z.string(),
  contact: z.object({ name: z.string(), number: z.string() }),
  state: BotState.nullable(),
  attendedAt: z.iso.datetime().nullable(),
});
export type Standing = z.output<typeof StandingRow>;
const ConnectionRow = z.object({
  company: z.string(),
  zone: z.string(),
  scheduleType: z.string(),
  schedules: z.array(WorkingHours),
  holidays: z.array(z.string()),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  queues: z.array(QueueRow).nullable(),
  options: z.array(OptionRow).nullable(),
  tickets: z.array(StandingRow),
});

export type BotAt = {
  company: string;
  configuration: BotConfiguration;
  /** As tickets show the queue they are in. */
  queues: Array<NonNullable<Ticket['queue']>>;
  tickets: Standing[];
};

/**
 * When a person last had it: by its history, and for tickets that the bot never dealt with also by what was said in them. Who removed
 * the queue it was in has done nothing in it.
 */
const attendedAt = sql`
  iso(coalesce(
    (
      select max(h.at)
      from ticket_history h
      where h.company_id = current_company()
        and h.ticket_id = t.id
        and (
          h.what = 'accept'
          or (h.user_id is not null
            and h.what in ('create', 'return', 'transfer', 'reopen', 'separate')
            and h.why is distinct from ${reasonText('queueRemoved')}))),
    case
      when (b.state->>'ticketId')::int is distinct from t.id then (
        select max(m.created_at)
        from messages m
        where m.company_id = current_company()
          and m.ticket_id = t.id
          and m.from_me
          and (m.origin is null or m.origin in ('agent', 'phone')))
    end))`;

const queueJson = sql`json_build_object('id', q.id, 'name', q.name, 'color', q.color, 'greetingMessage', q.greeting_message,
  'outOfHoursMessage', q.out_of_hours_message, 'schedules', q.schedules, 'isOnMenu', cq.queue_id is not null)`;

/** How the bot stands in a ticket `t`: each looked up by itself (hence the offset), not found among all of the connection. */
const stateOf = sql`
  left join lateral (
    select s.state
    from bot_states s
    where s.company_id = t.company_id and s.connection_id = t.connection_id and s.contact_id = t.contact_id
    offset 0) b on true`;

const standingJson = sql`json_build_object('id', t.id, 'contactId', t.contact_id, 'connectionId', t.connection_id, 'status', t.status,
  'userId', t.user_id, 'queueId', t.queue_id, 'isGroup', t.is_group, 'chatbot', t.chatbot, 'code', t.code,
  'contact', json_build_object('name', c.name, 'number', c.number), 'state', b.state, 'attendedAt', ${attendedAt})`;

/** The queues of a connection `w`, and those that its tickets are in. */
const menuOf = fixedSql(sql`
    cross join lateral (
      select count(cq.queue_id) as on_menu,
        json_agg(${queueJson} order by cq.position, q.id) as queues,
        bool_or(
          q.greeting_message ~ '\\S'
          or exists (
            select from queue_options o where o.company_id = current_company() and o.queue_id = q.id)) as speaks
      from queues q
      left join connection_queues cq on cq.company_id = q.company_id
        and cq.queue_id = q.id
        and cq.connection_id = w.id
      where q.company_id = current_company()
        and (
          cq.queue_id is not null
          or q.id in (select t.queue_id from asked t where t.connection_id = w.id))) menu`);

/**
 * The configuration of the connections that these tickets are on, and how the bot stands in each ticket, in one statement. Connections
 * on which it has nothing to say are left out.
 */
export async function loadBots(scope: Scope, ticketIds: number[]): Promise<BotAt[]> {
  const now = scope.now.toISOString();
  const rows = await keptRowsOf(
    scope,
    ConnectionRow,
    sql`
    with asked as materialized (
      select *
      from tickets
      where company_id = current_company()
        and id = any(array(select json_array_elements_text(${JSON.stringify(ticketIds)}::json)::int))),
    house as materialized (
      select c.name, c.schedules, company_zone() as zone,
        coalesce(
          (select s.value from settings s where s.company_id = current_company() and s.key = 'scheduleType'),
          'disabled') as schedule_type
      from companies c
      where c.company_id = current_company())
    select house.name as company, house.zone, house.schedule_type as "scheduleType", house.schedules,
      array(
        select d.date::text
        from holidays d
        where d.company_id = current_company()
          and d.date between (${now}::timestamptz at time zone house.zone)::date - 2
            and (${now}::timestamptz at time zone house.zone)::date + 2) as holidays,
      w.greeting_message as "greetingMessage", w.out_of_hours_message as "outOfHoursMessage",
      menu.queues,
      (
        select json_agg(
          json_build_object('id', o.id, 'queueId', o.queue_id, 'parentId', o.parent_id, 'title', o.title,
            'message', o.message, 'type', o.type)
          order by o.option, o.id)
        from connection_queues cq
        join queue_options o on o.company_id = cq.company_id and o.queue_id = cq.queue_id
        where cq.company_id = current_company() and cq.connection_id = w.id) as options,
      (
        select json_agg(${standingJson})
        from asked t
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        ${stateOf}
        where t.connection_id = w.id) as tickets
    from house
    cross join connections w
    ${menuOf}
    where w.company_id = current_company()
      and w.id in (select t.connection_id from asked t)
      and (
        w.greeting_message ~ '\\S' or menu.on_menu > 1 or menu.speaks or house.schedule_type in ('company', 'queue'))`,
  );
  return rows.map((row) => ({
    company: row.company,
    configuration: configurationOf(row),
    queues: (row.queues ?? []).map(({ id, name, color }) => ({ id, name, color })),
    tickets: row.tickets,
  }));
}

function configurationOf(row: z.output<typeof ConnectionRow>): BotConfiguration {
  const { zone, scheduleType, schedules, holidays, greetingMessage, outOfHoursMessage } = row;
  const treeOf = treesOf(row.options ?? []);
  const queues = (row.queues ?? []).map(({ isOnMenu, ...queue }) => ({ isOnMenu, queue: { ...queue, options: treeOf(queue.id) } }));
  return {
    zone,
    scheduleType: scheduleType === 'company' || scheduleType === 'queue' ? scheduleType : 'disabled',
    schedules,
    holidays,
    greetingMessage,
    outOfHoursMessage,
    queues: queues.filter(({ isOnMenu }) => isOnMenu).map(({ queue }) => queue),
    otherQueues: queues.filter(({ isOnMenu }) => !isOnMenu).map(({ queue }) => queue),
  };
}

/** The options of a queue as a tree, of rows in the order of their numbers. */
function treesOf(rows: OptionRow[]): (queueId: number) => BotOption[] {
  const options = new Map(rows.map(({ id, title, message, type }) => [id, { id, title, message, type, children: [] as BotOption[] }]));
  const tops = new Map<number, BotOption[]>();
  for (const { id, queueId, parentId } of rows) {
    const option = options.get(id);
    if (!option) continue;
    const siblings = parentId === null ? (tops.get(queueId) ?? []) : options.get(parentId)?.children;
    siblings?.push(option);
    if (parentId === null && siblings) tops.set(queueId, siblings);
  }
  return (queueId) => tops.get(queueId) ?? [];
}
