import { simulatorApi } from '@prosa/contracts/simulator';
import { expect, test } from 'vitest';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { messageOf, openConversation, thread, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const history = 6_000;

test('whatever arrives and whatever leaves, a long history is not read for it', async () => {
  const world = await openWorld();
  const owner = openPool(world.database.url);
  const { admin, params, number, ticket, write, send, receipt, phone } = await openConversation(world);
  await write({ number: '5511944440000', body: 'Cliente antiga' });
  const other = await ticketOf(admin, '5511944440000');
  await owner.query(
    `insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, created_at)
     select m.company_id, m.ticket_id, m.connection_id, m.contact_id, m.chat, n % 2 = 0, 'old-' || n, 'antiga ' || n,
       m.created_at - n * interval '1 minute'
     from messages m, generate_series(1, $2::int) n
     where m.ticket_id = $1`,
    [other.id, history],
  );
  await owner.query('analyze');
  // What PostgreSQL would find in a company that has been at it for years.
  await owner.query(`update pg_class set reltuples = 5000000 where oid = 'messages'::regclass`);
  const read = async () => {
    const { rows } = await owner.query<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'messages'`,
    );
    return rows[0]?.rows ?? 0;
  };
  await owner.query('select pg_stat_force_next_flush()');
  const before = await read();
  const act = (body: object) => admin.call(simulatorApi.write, { params, body: { number, body: '', ...body } });
  const said = await send('Bom dia');
  await expect.poll(async () => (await messageOf(admin, said))?.ack, patient).toBeGreaterThan(1);
  const onPhone = (await phone(number)).find(({ body }) => body === 'Bom dia')?.id ?? '';
  await receipt(onPhone, 3);
  const { id } = await act({ body: 'Errado', quotedId: onPhone });
  await act({ edit: { id, body: 'Certo' } });
  await act({ reaction: { id: onPhone, emoji: '👍' } });
  const { id: gone } = await act({ body: 'Esquece' });
  await act({ delete: { id: gone } });
  await act({ location: { latitude: -23.5, longitude: -46.6 } });
  await write({ number, fromMe: true, body: 'Do aparelho' });
  await write({ number: '5511955550000', body: 'Outra pessoa' });
  await admin.call(simulatorApi.call, { params, body: { number } });
  await expect.poll(async () => (await messageOf(admin, said))?.ack, patient).toBe(3);
  await expect.poll(async () => (await thread(admin, ticket.id)).map(({ body }) => body), patient).toContain('Do aparelho');
  // What its connections have read is counted for certain when they are gone.
  await world.server.stop();
  expect((await read()) - before).toBeLessThan(history / 2);
  await owner.end();
});
