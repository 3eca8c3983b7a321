import pg from 'pg';

const perMinute = "interval '1 minute'";

/** A board of so many cards over so many lanes in the company of this person: customers who wait in a queue, in the lanes by turns. */
export async function fillBoard(databaseUrl: string, email: string, { lanes, cards }: { lanes: number; cards: number }): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ company: number; connection: number; queue: number }>(
      `
        select u.company_id as company,
          (select min(c.id) from connections c where c.company_id = u.company_id) as connection,
          (select min(q.id) from queues q where q.company_id = u.company_id) as queue
        from users u
        where u.email = $1`,
      [email],
    );
    const { company, connection, queue } = rows[0] ?? {};
    const before = await owner.query("select from tags where company_id = $1 and name = 'Etapa 1'", [company]);
    // Of an earlier run of the benchmark, which may keep its company.
    if (before.rowCount) return;
    await owner.query(
      `
        insert into tags (company_id, name, color, kanban, lane_order)
        select $1, 'Etapa ' || n, '#0F9978', 1, n
        from generate_series(1, $2::int) n`,
      [company, lanes],
    );
    await owner.query(
      `
        insert into contacts (company_id, name, number)
        select $1, 'Cliente do quadro ' || n, (5511800000000 + n)::text
        from generate_series(1, $2::int) n`,
      [company, cards],
    );
    await owner.query(
      `
        insert into tickets (company_id, code, status, queue_id, connection_id, contact_id, last_message, created_at, updated_at)
        select $1, '20190101' || lpad(row_number() over (order by c.id)::text, 6, '0'), 'pending', $2, $3, c.id,
          'Queria saber do meu pedido, que era para ontem e ainda não chegou', now() - ${perMinute}, now() - c.id * ${perMinute}
        from contacts c
        where c.company_id = $1 and c.name like 'Cliente do quadro %'`,
      [company, queue, connection],
    );
    await owner.query(
      `
        with lanes as (
          select array_agg(g.id order by g.id) as ids
          from tags g
          where g.company_id = $1 and g.name like 'Etapa %')
        insert into ticket_tags (company_id, ticket_id, tag_id)
        select t.company_id, t.id, lanes.ids[1 + t.id % array_length(lanes.ids, 1)]
        from tickets t, lanes
        where t.company_id = $1 and t.code like '20190101%'`,
      [company],
    );
    await owner.query('analyze tags, contacts, tickets, ticket_tags');
  } finally {
    await owner.end();
  }
}
