import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

export type BareHookInput = { url: string; secret: string };
export type BareHookResult = { url: string };

/**
 * The least that taking a webhook in can cost: the signature over the raw bytes, one insert with a row for each message, as the owner, on a
 * table without policies, keys and indexes.
 */
async function main(): Promise<void> {
  const { url, secret }: BareHookInput = JSON.parse(process.argv[2] ?? '');
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query('create unlogged table if not exists bare_hooks (message jsonb not null); alter table bare_hooks set logged');
  const app = Fastify({ bodyLimit: 4 * 1024 * 1024 });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Body: Buffer }>('/hook', async ({ body, headers }, reply) => {
    const own = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const given = Buffer.from(String(headers['x-hub-signature-256']));
    if (own.length !== given.length || !timingSafeEqual(own, given)) return reply.code(401).send();
    await pool.query({
      name: 'store',
      text: `insert into bare_hooks select m from jsonb_path_query($1::jsonb, '$.entry[*].changes[*].value.messages[*]') m`,
      values: [body.toString('utf8')],
    });
    return reply.send('');
  });
  const result: BareHookResult = { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
  process.once('SIGTERM', () => void pool.query('drop table bare_hooks').then(() => app.close().then(() => pool.end())));
  process.send?.(result);
  process.channel?.unref();
}

await main();
