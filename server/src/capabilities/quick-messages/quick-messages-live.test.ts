import { CaughtUp } from '@prosa/contracts/live';
import { quickMessageLive, quickMessagesApi } from '@prosa/contracts/quick-messages';
import type { SQL } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Scope } from '../../platform/database/scope.ts';
import { quickMessageStatements, rankedStatement, seenBy } from './quick-messages.queries.ts';

const world = await openWorld({ ROLES: 'web' });
const database = openPool(world.database.url, 2);
afterAll(() => database.end());

const create = (client: Client, body: { shortcode?: string; shared?: boolean } = {}) =>
  client.call(quickMessagesApi.create, { body: { shortcode: 'ola', message: 'Olá! Como posso ajudar?', ...body } });
const codes = async (client: Client) => (await client.call(quickMessagesApi.list, { query: {} })).records.map(({ shortcode }) => shortcode);
async function team() {
  const admin = await world.company();
  return { admin, ana: await world.colleague(admin), bia: await world.colleague(admin) };
}

const catchUp = async (socket: Socket, since: number) => CaughtUp.parse(await socket.timeout(90_000).emitWithAck('catchUp', { since }));

test('who may see one hears of it as it happens, and that it is gone when it is no longer shared', async () => {
  const { admin, ana, bia } = await team();
  const ears = [await admin.listen(), await ana.listen(), await bia.listen()] as const;
  const said = (ear: (typeof ears)[number]) =>
    ear
      .of(quickMessageLive)
      .map((data) => quickMessageLive.message.parse(data))
      .map((event) => (event.action === 'delete' ? `delete ${event.id}` : `${event.action} ${event.record.shortcode}`));
  const own = await create(ana, { shortcode: 'da-ana' });
  await ana.call(quickMessagesApi.remove, { params: { id: own.id } });
  const { id } = await create(admin, { shortcode: 'da-chefe' });
  const change = (body: object) => admin.call(quickMessagesApi.update, { params: { id }, body });
  await change({ shared: true });
  await change({ shared: false });
  await change({ shortcode: 'de-novo', shared: true });
  await admin.call(quickMessagesApi.remove, { params: { id } });
  const shared = ['update da-chefe', `delete ${id}`, 'update de-novo', `delete ${id}`];
  await expect.poll(() => said(ears[2])).toEqual(shared);
  await expect.poll(() => said(ears[1])).toEqual(['create da-ana', `delete ${own.id}`, ...shared]);
  await expect
    .poll(() => said(ears[0]))
    .toEqual(['create da-chefe', 'update da-chefe', 'update da-chefe', 'update de-novo', `delete ${id}`]);
});

test('what was missed while the connection was down is told afterwards, to each as they may know it', async () => {
  const { admin, ana, bia } = await team();
  const before = await bia.listen();
  await create(bia, { shortcode: 'aqui' });
  await expect.poll(() => before.of(quickMessageLive)).toHaveLength(1);
  const { head: since } = await catchUp(before.socket, 1);
  before.socket.disconnect();
  await create(ana, { shortcode: 'da-ana' });
  const { id } = await create(admin, { shortcode: 'horario', shared: true });
  await admin.call(quickMessagesApi.update, { params: { id }, body: { shared: false } });
  const shown = await create(admin, { shortcode: 'pix', shared: true });
  const answer = await catchUp((await bia.listen()).socket, since);
  if (!('events' in answer)) throw new Error('told to reload');
  const told = answer.events.filter(({ name }) => name.endsWith('-quickmessage')).map(({ data }) => data);
  expect(told).toMatchObject([
    { action: 'create', record: { id } },
    { action: 'delete', id },
    { action: 'create', record: { id: shown.id } },
  ]);
  expect(await codes(bia)).toEqual(['aqui', 'pix']);
});

type Node = { 'Node Type': string; 'Index Name'?: string; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a person's statement reads quick messages and what hangs on them. */
const planOf = (who: Client, statement: (scope: Pick<Scope, 'actor'>) => SQL) =>
  inScope(world.server.platform, { companyId: who.user.companyId }, async (scope) => {
    const wanted = statement({ actor: { ...scope.actor, userId: who.user.id } });
    const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json) ${wanted}`);
    const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
    return nodes.flatMap((node) => node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? ['a whole table'] : [])).sort();
  });

test('a person’s own and the shared ones are each an index range, however many others have; so are their uses', async () => {
  const { admin, ana } = await team();
  const { id } = await create(ana);
  await create(admin, { shortcode: 'horario', shared: true });
  const others = await Promise.all(Array.from({ length: 3 }, () => world.colleague(admin)));
  await database.query(
    `
      insert into quick_messages (company_id, user_id, shortcode, message)
      select u.company_id, u.id, 'atalho ' || n, 'texto'
      from users u, generate_series(1, 2000) n
      where u.id = any($1)`,
    [others.map(({ user }) => user.id)],
  );
  await database.query(
    `
      insert into quick_message_uses (company_id, quick_message_id, user_id)
      select company_id, id, user_id
      from quick_messages
      where user_id = any($1)`,
    [others.map(({ user }) => user.id)],
  );
  await database.query('analyze quick_messages, quick_message_uses');
  const list = ['quick_messages_own', 'quick_messages_shared'];
  for (const searchParam of ['', 'hora']) {
    const page = await planOf(ana, (scope) => quickMessageStatements(scope, { searchParam, pageNumber: 1 }).page);
    expect(
      page.filter((name) => !name.startsWith('media')),
      searchParam,
    ).toEqual(list);
    expect(await planOf(ana, (scope) => quickMessageStatements(scope, { searchParam, pageNumber: 1 }).count)).toEqual(list);
  }
  const ranked = await planOf(ana, rankedStatement);
  expect(ranked).toEqual(expect.arrayContaining([...list, expect.stringMatching(/^quick_message_uses_/)]));
  expect(ranked).not.toContain('a whole table');
  expect(await planOf(ana, ({ actor }) => sql`select q.id from quick_messages q where ${seenBy(actor)} and q.id = ${id}`)).not.toContain(
    'a whole table',
  );
});

test('a list costs the same few statements however long it is', async () => {
  const ana = await world.company();
  const cost = async (work: () => Promise<unknown>) => {
    const before = await statementsSent(world.server.url, 'request');
    await work();
    return (await statementsSent(world.server.url, 'request')) - before;
  };
  const costs = async () => [
    await cost(() => ana.call(quickMessagesApi.list, { query: {} })),
    await cost(() => ana.call(quickMessagesApi.everyone, { query: {} })),
  ];
  await create(ana);
  const few = await costs();
  for (let n = 0; n < 25; n += 1) await create(ana, { shortcode: `atalho-${n}` });
  expect(await costs()).toEqual(few);
  expect(Math.max(...few)).toBeLessThanOrEqual(6);
});
