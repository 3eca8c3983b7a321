import Fastify from 'fastify';
import pg from 'pg';

/** Each statement gets a route of its own, by its place in the list; `/nothing` answers without asking the database. */
export type BareInput = { url: string; companyId: number; statements: Array<{ text: string; values: unknown[] }> };
export type BareResult = { url: string };

/**
 * The least that answering a query over HTTP can cost: as the owner, whom row policies do not bind; without a transaction,
 * session or checks; the statement prepared.
 */
async function main(): Promise<void> {
  const { url, companyId, statements }: BareInput = JSON.parse(process.argv[2] ?? '');
  const pool = new pg.Pool({ connectionString: url, max: 20, options: `-c app.company_id=${companyId}` });
  const app = Fastify();
  app.get('/nothing', async (_request, reply) => reply.type('application/json').send('{"ok":true}'));
  for (const [place, { text, values }] of statements.entries()) {
    app.get(`/${place}`, async (_request, reply) => {
      const { rows } = await pool.query({ name: `statement-${place}`, text, values });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    });
  }
  const result: BareResult = { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
  process.once('SIGTERM', () => void app.close().then(() => pool.end()));
  process.send?.(result);
  process.channel?.unref();
}

await main();
