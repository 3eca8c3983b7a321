import pg from 'pg';
import { clients } from './ingestion-load.ts';
import { seeded } from './random.ts';
import type { Round } from './statistics.ts';
import { randomMessage } from './words.ts';

export type BareTransaction = { round(seconds: number): Promise<Round>; close(): Promise<void> };

/**
 * The minimum cost of storing a message: begin, one insert, one update, commit; as the owner, without row policies, other indexes than the
 * key, or foreign keys, by prepared statements.
 */
export async function openBareTransaction(url: string, tickets: number): Promise<BareTransaction> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const [first] = connections;
  await first?.query('drop table if exists bench_messages, bench_tickets');
  await first?.query(
    `create table bench_messages (
      id bigint generated always as identity primary key,
      ticket_id integer not null,
      chat text not null,
      channel_id text not null,
      body text not null,
      created_at timestamptz not null)`,
  );
  await first?.query(
    `create table bench_tickets (
      id integer primary key,
      last_message text not null,
      unread_messages integer not null,
      updated_at timestamptz not null)`,
  );
  await first?.query(`insert into bench_tickets select n, 'Bom dia!', 0, now() from generate_series(1, $1::int) n`, [tickets]);
  await first?.query('vacuum (analyze) bench_tickets');
  const random = seeded(5);

  async function once(client: pg.Client): Promise<void> {
    const ticket = 1 + random.below(tickets);
    const body = randomMessage(random, false);
    const now = new Date();
    await client.query('begin');
    await client.query({
      name: 'insert',
      text: 'insert into bench_messages (ticket_id, chat, channel_id, body, created_at) values ($1, $2, $3, $4, $5)',
      values: [ticket, '5511999990001', `BENCH${random.next()}`, body, now],
    });
    await client.query({
      name: 'update',
      text: 'update bench_tickets set last_message = $2, unread_messages = unread_messages + 1, updated_at = $3 where id = $1',
      values: [ticket, body, now],
    });
    await client.query('commit');
  }

  return {
    async round(seconds) {
      const latencies: number[] = [];
      const begun = performance.now();
      const work = async (client: pg.Client) => {
        while (performance.now() - begun < seconds * 1000) {
          const started = performance.now();
          await once(client);
          latencies.push(performance.now() - started);
        }
      };
      await Promise.all(connections.map(work));
      return { done: latencies.length, seconds: (performance.now() - begun) / 1000, latencies };
    },
    async close() {
      await first?.query('drop table bench_messages, bench_tickets');
      await Promise.all(connections.map((client) => client.end()));
    },
  };
}
