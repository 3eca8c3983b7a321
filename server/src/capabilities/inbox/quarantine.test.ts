import { alarmsApi } from '@prosa/contracts/alarms';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { newNumber, patient } from '../../../test/office.ts';
import { bodies, openSimulated, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

/** Bodies that the database refuses, or thinks about for longer than it may, while they stand in this table. */
const database = new pg.Pool({ connectionString: world.database.url, max: 2 });
afterAll(() => database.end());
await database.query(`
  create table poison (word text primary key, how text not null);
  grant select on poison to public;
  create function refuse_poison() returns trigger language plpgsql as $$
  begin
    if exists (select from poison p where new.body like p.word || '%' and p.how = 'fails') then raise exception 'no: %', new.body; end if;
    while exists (select from poison p where new.body like p.word || '%' and p.how = 'takes long') loop perform pg_sleep(0.1); end loop;
    return new;
  end $$;
  create trigger poison before insert on messages for each row execute function refuse_poison()`);
const poison = (word: string, how: 'fails' | 'takes long') => database.query('insert into poison values ($1, $2)', [word, how]);
const cure = (word: string) => database.query('delete from poison where word = $1', [word]);

const inboxOf = async ({ user }: Client) =>
  (await database.query('select tries, quarantined_at is not null as aside from inbox where company_id = $1', [user.companyId])).rows;
const alarmsOf = async ({ user }: Client) =>
  (await boss.call(alarmsApi.list, { query: {} })).alarms.filter(({ company }) => company.id === user.companyId);

/** Time goes by faster: to the moment at which the frame is tried next, again and again, until it is not any more. */
async function waitUntilSetAside(admin: Client): Promise<void> {
  const nextTry = async () => {
    const { rows } = await database.query<{ at: Date; aside: boolean }>(
      'select retry_at as at, quarantined_at is not null as aside from inbox where company_id = $1',
      [admin.user.companyId],
    );
    const [frame] = rows;
    if (frame && !frame.aside) world.clock.move(Math.max(0, frame.at.getTime() - world.clock().getTime()));
    return rows.map(({ aside }) => aside);
  };
  await expect.poll(nextTry, patient).toEqual([true]);
}

test('ten thousand combining marks arrive like any message, beside those of other customers', async () => {
  const { admin, write, faults } = await openSimulated(world);
  const hostile = 'a'.concat('\u0301\u0316'.repeat(5_000), '\u0345\u0334'.repeat(2_500));
  const [one, other] = [newNumber(), newNumber()];
  await faults({ offline: true });
  await write({ number: one, body: 'Bom dia' });
  await write({ number: other, body: hostile });
  await write({ number: one, body: 'Está aberto?', name: `Ana ${'\u0301\u0316'.repeat(40)}` });
  await write({ number: other, body: 'Desculpe, foi o gato' });
  await faults({ offline: false });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, one)).id), patient).toEqual(['Bom dia', 'Está aberto?']);
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, other)).id), patient).toEqual([hostile, 'Desculpe, foi o gato']);
  expect(await inboxOf(admin)).toEqual([]);
});

test('a frame that always fails is set aside; those before and behind it arrive in order; once the cause is gone it can be tried again', async () => {
  const { admin, write, faults, whatsappId } = await openSimulated(world);
  const [number, neighbour] = [newNumber(), newNumber()];
  const said = Array.from({ length: 18 }, (_, place) => `recado ${place}`);
  await poison('veneno', 'fails');
  await faults({ offline: true });
  for (const [place, body] of said.entries()) {
    if (place === 9) await write({ number, body: 'veneno 9' });
    await write({ number, body });
    if (place % 6 === 5) await write({ number: neighbour, body });
  }
  await faults({ offline: false });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, number)).id), patient).toEqual(said);
  await expect
    .poll(async () => bodies(admin, (await ticketOf(admin, neighbour)).id), patient)
    .toEqual(['recado 5', 'recado 11', 'recado 17']);
  await waitUntilSetAside(admin);
  const [alarm] = await alarmsOf(admin);
  expect(alarm).toMatchObject({ what: 'inbox', company: { name: admin.user.company.name }, whatsappId, attempts: 5, code: 'P0001' });
  expect(JSON.stringify(alarm)).not.toContain('veneno');
  const metrics = String((await boss.raw('GET', '/metrics')).body);
  expect(metrics).toMatch(/^prosa_inbox_quarantined [1-9]/m);

  // Too early: it fails once more and stands there again.
  await boss.call(alarmsApi.retry, { params: { id: alarm!.id } });
  await expect
    .poll(async () => (await alarmsOf(admin)).map(({ attempts, retriedAt }) => [attempts, retriedAt]), patient)
    .toEqual([[6, null]]);
  await cure('veneno');
  await boss.call(alarmsApi.retry, { params: { id: alarm!.id } });
  await expect.poll(() => alarmsOf(admin), patient).toEqual([]);
  const thread = await bodies(admin, (await ticketOf(admin, number)).id);
  expect(thread.toSorted()).toEqual([...said, 'veneno 9'].toSorted());
  expect(thread.filter((body) => body !== 'veneno 9')).toEqual(said);
  expect(await inboxOf(admin)).toEqual([]);
});

test('a passing fault only delays a frame: it is tried again by itself', async () => {
  const { admin, write } = await openSimulated(world);
  const number = newNumber();
  await poison('tropeço', 'fails');
  await write({ number, body: 'tropeço' });
  await expect.poll(async () => (await inboxOf(admin)).map(({ tries }) => tries > 0), patient).toEqual([true]);
  await write({ number, body: 'Continuo aqui' });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, number)).id), patient).toEqual(['Continuo aqui']);
  await cure('tropeço');
  world.clock.move(180_000);
  await expect.poll(async () => (await bodies(admin, (await ticketOf(admin, number)).id)).length, patient).toBe(2);
  expect(await alarmsOf(admin)).toEqual([]);
});

test('eight companies whose messages fail and take long do not delay a ninth', async () => {
  const companies = await Promise.all(Array.from({ length: 8 }, () => openSimulated(world)));
  const ninth = await openSimulated(world);
  await poison('peçonha', 'fails');
  await poison('lento', 'takes long');
  await Promise.all(companies.map(({ write }) => write({ number: newNumber(), body: 'peçonha' })));
  for (const { admin } of companies)
    await expect.poll(async () => (await inboxOf(admin)).map(({ tries }) => tries > 0), patient).toEqual([true]);
  await Promise.all(companies.map(({ write }) => write({ number: newNumber(), body: 'lento' })));
  const number = newNumber();
  await ninth.write({ number, body: 'Bom dia' });
  // Each of the eight would take ten seconds, until its statement is ended; the ninth has its turn beside them.
  await expect.poll(() => arrived(ninth.admin), { timeout: 9_000 }).toBe(1);
  expect((await Promise.all(companies.map(({ admin }) => arrived(admin)))).every((count) => count === 0)).toBe(true);
  await cure('lento');
  await cure('peçonha');
});

const arrived = async ({ user }: Client) =>
  Number((await database.query('select count(*) from messages where company_id = $1', [user.companyId])).rows[0].count);

test('alarms are for the platform’s own people', async () => {
  const { admin } = await openSimulated(world);
  expect(await admin.raw('GET', '/alarms')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await admin.raw('POST', '/alarms/1/retry')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await boss.raw('POST', '/alarms/999999999/retry')).toMatchObject({ status: 404, body: { error: 'ERR_NO_ALARM_FOUND' } });
});
