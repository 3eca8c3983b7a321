import { kanbanApi } from '@prosa/contracts/kanban';
import { tagsApi } from '@prosa/contracts/tags';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const [laneCount, counted, live] = [20, 60, 400];

test('the board of a company that has just filled up is read card by card, while most of its customers are not counted yet', async () => {
  for (const table of ['contacts', 'tickets', 'connections']) await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
  const admin = await world.company();
  const company = admin.user.companyId;
  const tagIds: number[] = [];
  for (let n = 0; n < laneCount; n += 1) tagIds.push((await admin.call(tagsApi.create, { body: { name: `Etapa ${n}`, kanban: 1 } })).id);
  const fill = async (from: number, to: number) => {
    await owner.query(
      `
        with line as (
          insert into connections (company_id, name, provider, token_sealed, token_hash, wanted)
          values ($1, 'Linha ' || $2::int, 'simulator', '', gen_random_uuid(), false)
          returning id),
        people as (
          insert into contacts (company_id, name, number)
          select $1, 'Cliente ' || n, (5511900000000 + n)::text
          from generate_series($2::int, $3::int) n
          returning id, number::bigint - 5511900000000 as n),
        filled as (
          insert into tickets (company_id, code, status, user_id, connection_id, contact_id)
          select $1, '20200101' || lpad(p.n::text, 6, '0'), 'open', $4, line.id, p.id
          from people p, line
          returning id, code)
        insert into ticket_tags (company_id, ticket_id, tag_id)
        select $1, f.id, ($5::int[])[1 + f.code::bigint % ${laneCount}]
        from filled f`,
      [company, from, to, admin.user.id, tagIds],
    );
  };
  await fill(1, counted);
  await owner.query('analyze');
  await fill(counted + 1, live);
  await owner.query('analyze tickets');
  // Read pair by pair it takes longer than a statement may, and is a 503.
  expect((await admin.call(kanbanApi.cards, { query: {} })).tickets).toHaveLength(live);
});
