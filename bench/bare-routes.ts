import Fastify from 'fastify';
import pg from 'pg';
import type { Statement } from './hand-written.ts';

/** Each statement gets a route of its own, by its name; `/nothing` answers without asking the database. */
export type BareInput = { url: string; companyId: number; statements: Record<string, Statement> };
export type BareResult = { url: string };

/**
 * The least that answering a query over HTTP can cost: as the owner, whom row policies do not bind; without a transaction,
 * session or checks; the statement prepared. Nothing is sorted as a whole where an index has it in order: left to itself, the planner sorts
 * all closed tickets of a queue for one page of them.
 */
async function main(): Promise<void> {
  const { url, companyId, statements }: BareInput = JSON.parse(process.argv[2] ?? '');
  const pool = new pg.Pool({ connectionString: url, max: 20, options: `-c app.company_id=${companyId} -c enable_sort=off` });
  const app = Fastify();
  app.get('/nothing', async (_request, reply) => reply.type('application/json').send('{"ok":true}'));
  for (const [name, { text, values }] of Object.entries(statements)) {
    app.get(`/${name}`, async (_request, reply) => {
      const { rows } = await pool.query({ name, text, values });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    });
  }
  const result: BareResult = { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
  process.once('SIGTERM', () => void app.close().then(() => pool.end()));
  process.send?.(result);
  process.channel?.unref();
}

await main();
