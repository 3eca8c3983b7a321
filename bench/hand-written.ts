import type { Client } from 'pg';

export type Statement = { text: string; values: unknown[] };

/**
 * What somebody would write who had nothing but these tables and this one page to show: one query by keyset, prepared, as the owner
 * whom row policies do not bind. The honest measure of what a read costs; the product's own statement is a second one.
 */
const ticket = `
  select t.id, t.uuid, t.code, t.status, t.unread_messages, t.last_message, t.is_group, t.chatbot, t.created_at,
    t.updated_at, t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color as queue_color,
    t.contact_id, c.name as contact_name, c.number, c.email, c.profile_pic_url, t.connection_id, g.tags
  from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join lateral (
    select json_agg(json_build_object('id', tg.id, 'name', tg.name, 'color', tg.color)) as tags
    from ticket_tags tt
    join tags tg on tg.company_id = tt.company_id and tg.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id) g on true`;

/** The cursor of a first page: before everything. */
const fromTheNewest = ['infinity', 2_147_483_647];

export const closedOfQueue = (companyId: number, queueId: number): Statement => ({
  text: `${ticket}
  where t.company_id = $1 and t.status = 'closed' and t.place = $2
    and (t.updated_minute, t.updated_at, t.id) < ($5, $3, $4)
  order by t.updated_minute desc, t.updated_at desc, t.id desc limit 41`,
  values: [companyId, queueId, ...fromTheNewest, 'infinity'],
});

export const oneTicket = (companyId: number, ticketId: number): Statement => ({
  text: `${ticket}
  where t.company_id = $1 and t.id = $2`,
  values: [companyId, ticketId],
});

export const pageOfMessages = (companyId: number, ticketId: number): Statement => ({
  text: `
  select m.id, m.ticket_id, m.body, m.from_me, m.media_type, m.data, m.is_deleted, m.edited_at, m.ack, m.read,
    m.created_at, m.channel_id, m.failure, m.participant, m.participant_name, u.id as user_id, u.name as user_name,
    c.id as contact_id, c.name as contact_name, c.number, md.key, md.mimetype, md.size, md.file_name, md.width,
    md.height, md.seconds, qm.id as quoted_id, qm.body as quoted_body, r.reactions
  from messages m
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  left join users u on u.company_id = m.company_id and u.id = m.user_id
  left join media md on md.company_id = m.company_id and md.id = m.media_id
  left join messages qm on qm.company_id = m.company_id and qm.id = m.quoted_id
  left join lateral (
    select json_agg(json_build_object('emoji', r.emoji, 'name', r.name)) as reactions
    from message_reactions r
    where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '') r on true
  where m.company_id = $1 and m.ticket_id = $2 and (m.created_at, m.id) < ($3, $4)
  order by m.created_at desc, m.id desc
  limit 21`,
  values: [companyId, ticketId, ...fromTheNewest],
});

export const whoAmI = (companyId: number, email: string): Statement => ({
  text: `
  select u.id, u.name, u.email, u.profile, u.super, u.all_ticket, c.id as company_id, c.name as company_name,
    c.due_date, c.status,
    (
      select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color))
      from user_queues uq
      join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
      where uq.company_id = u.company_id and uq.user_id = u.id) as queues,
    (
      select json_agg(json_build_object('key', s.key, 'value', s.value))
      from settings s
      where s.company_id = u.company_id) as settings
  from users u
  join companies c on c.id = u.company_id
  where lower(u.email) = $2 and u.company_id = $1`,
  values: [companyId, email],
});

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The dashboard's sums of 30 days in São Paulo, whose days end three hours after those of UTC: from the days that were summed up, and from
 * the tickets themselves where a day of the company ends inside one of UTC; beside them what stands now and what was made today. All
 * times are known when it is sent, so that each part reads its stretch of an index.
 */
export function monthOfFigures(companyId: number): Statement {
  const today = Math.floor((Date.now() - 3 * hour) / day) * day;
  const [second, tomorrow] = [today - 28 * day, today + day];
  const edges = [second - day + 3 * hour, second, tomorrow, tomorrow + 3 * hour, today + 3 * hour].map((at) => new Date(at).toISOString());
  const ofEdge = (since: string, until: string) => `
      select figure, attendant, 1, (amount is not null)::int, coalesce(amount, 0)
      from ticket_figures
      where company_id = $1 and figure = any($2) and at >= ${since}::timestamptz and at < ${until}::timestamptz`;
  const ofDays = (table: string) => `
      select figure, attendant, tickets, measured, amount
      from ${table}
      where company_id = $1 and figure = any($2) and day >= ($4::timestamptz at time zone 'UTC')::date
        and day < ($5::timestamptz at time zone 'UTC')::date`;
  return {
    text: `
    with counted as (${[ofDays('figure_days'), ofDays('figure_changes'), ofEdge('$3', '$4'), ofEdge('$5', '$6')].join(' union all ')})
    select
      (
        select json_agg(s)
        from (
          select figure, attendant, sum(tickets) as tickets, sum(measured) as measured, sum(amount) as amount
          from counted
          group by 1, 2) s) as sums,
      (select json_agg(u) from (select id, name from users where company_id = $1) u) as people,
      (
        select json_agg(s)
        from (
          select status, sum(tickets) as tickets
          from ticket_totals
          where company_id = $1 and status in ('pending', 'open')
          group by 1) s) as standing,
      (
        select json_agg(h)
        from (
          select extract(hour from created_at at time zone 'America/Sao_Paulo') as hour, count(*) as tickets
          from tickets
          where company_id = $1 and created_at >= $7::timestamptz
          group by 1) h) as today`,
    values: [companyId, ['lead', 'started', 'closed', 'rated'], ...edges],
  };
}

/** A queue whose closed tickets fill a page. */
export async function busyQueue(owner: Client, companyId: number): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `
      select queue_id as id
      from ticket_totals
      where company_id = $1 and status = 'closed' and queue_id is not null
      group by 1
      order by sum(tickets) desc
      limit 1`,
    [companyId],
  );
  if (!rows[0]) throw new Error('no queue has closed tickets');
  return rows[0].id;
}
