import { expect, test } from 'vitest';
import { openConversation } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

/** How often each connection of the server has used a plan it had kept for such a statement. */
async function keptUses(words: string): Promise<number> {
  const { app } = world.server.platform.databases;
  const clients = await Promise.all(Array.from({ length: app.idleCount }, () => app.connect()));
  try {
    const uses = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query<{ uses: number }>(
          'select coalesce(sum(generic_plans), 0)::int as uses from pg_prepared_statements where statement like $1',
          [`%${words}%`],
        );
        return rows[0]?.uses ?? 0;
      }),
    );
    return uses.reduce((sum, each) => sum + each, 0);
  } finally {
    for (const client of clients) client.release();
  }
}

test('what an agent sends, and the receipt that comes back, is not planned anew each time', async () => {
  const { send } = await openConversation(world);
  for (let n = 1; n <= 4; n += 1) await send(`Mensagem ${n}`);
  await expect.poll(() => keptUses('insert into messages')).toBeGreaterThanOrEqual(4);
  await expect.poll(() => keptUses('into parked_receipts')).toBeGreaterThanOrEqual(1);
  await expect.poll(() => keptUses("'wasTheirs'")).toBeGreaterThanOrEqual(3);
  await expect.poll(() => keptUses('select from tickets t%for update')).toBeGreaterThanOrEqual(3);
});
