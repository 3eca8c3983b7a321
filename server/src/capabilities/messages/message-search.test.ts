import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { served } from '../../../test/conversation.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const { admin, ticket } = await served(world);
const { companyId } = admin.user;
const strip = 65_536;

/** Says the text in every so-manieth strip of message ids, from the first to the hundredth, and answers their numbers, the newest first. */
async function sayEvery(step: number, body: string, ticketId = ticket.id): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `
      insert into messages (id, company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body,
        created_at) overriding system value
      select n * ${strip} + $6, $1, $2, $3, $4, 'x', true, 'n' || n || $5, $5, now()
      from generate_series(1, 100, ${step}) n
      returning id`,
    [companyId, ticketId, ticket.whatsappId, ticket.contactId, body, body.length],
  );
  return rows.map(({ id }) => Number(id)).toReversed();
}

async function find(text: string, max = 1_000, ticketId: number | null = null): Promise<number[]> {
  const { rows } = await inScope(world.server.platform, { companyId }, ({ tx }) =>
    tx.execute<{ id: number }>(sql`select id from find_messages(${text}, ${max}, ${ticketId})`),
  );
  return rows.map(({ id }) => Number(id));
}

test('whatever its age a message is found, the newest first and no more than asked for', async () => {
  const everywhere = await sayEvery(1, 'bom dia, senhora');
  const nowAndThen = await sayEvery(33, 'um guarda-chuva');
  expect(await find('dia bom')).toEqual(everywhere);
  expect(await find('se di', 3)).toEqual(everywhere.slice(0, 3));
  expect(await find('senh', 64)).toEqual(everywhere.slice(0, 64));
  expect(await find('chuva gu', 3)).toEqual(nowAndThen.slice(0, 3));
  expect(await find('chuva bom')).toEqual([]);
  expect(await find('65536 bom')).toEqual([]);
});

test('in one ticket only what was said there is found', async () => {
  const { rows } = await owner.query<{ id: number }>(
    `insert into tickets (company_id, code, status, connection_id, contact_id) values ($1, 'outro', 'closed', $2, $3) returning id`,
    [companyId, ticket.whatsappId, ticket.contactId],
  );
  const there = rows[0]!.id;
  const [here, elsewhere] = [await sayEvery(20, 'o mesmo texto'), await sayEvery(10, 'o mesmo texto ali', there)];
  expect(await find('texto', 1_000, ticket.id)).toEqual(here);
  expect(await find('texto', 7, there)).toEqual(elsewhere.slice(0, 7));
  expect(await find('texto')).toHaveLength(15);
  expect(await find('texto', 1_000, 2_000_000_000)).toEqual([]);
});

test('a word of the menu finds in the whole history what people said, and inside the ticket the menu as well', async () => {
  const said = await sayEvery(25, 'quero o financeiro');
  const ruled = await sayEvery(50, '[ 22 ] - Financeiro');
  const sent = await sayEvery(100, 'boleto do financeiro');
  const change = (ids: number[], origin: string) => owner.query('update messages set origin = $2 where id = any($1)', [ids, origin]);
  for (const [place, origin] of ['bot', 'greeting', 'hours'].entries()) await change(ruled.slice(place, place + 1), origin);
  await change(sent, 'bill');
  const newestFirst = (...ids: number[][]) => ids.flat().toSorted((a, b) => b - a);
  expect(await find('financeiro')).toEqual(newestFirst(said, sent));
  expect(await find('finan', 2)).toEqual(newestFirst(said, sent).slice(0, 2));
  expect(await find('financeiro', 1_000, ticket.id)).toEqual(newestFirst(said, ruled, sent));
  expect(await find('financeiro 22', 1_000, ticket.id)).toEqual(ruled);
  expect(await find('financeiro', 3, ticket.id)).toEqual(newestFirst(said, ruled, sent).slice(0, 3));
});

test('a word as long as words may be is found by its beginning and as a whole', async () => {
  const word = 'жx'.repeat(682);
  const said = await sayEvery(50, `${word} fim`);
  for (const text of [word, word.slice(0, 40), `${word} fim`]) expect(await find(text)).toEqual(said);
  expect(await find(`fim y${word.slice(2)}`)).toEqual([]);
});
