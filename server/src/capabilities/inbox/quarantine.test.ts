import { alarmsApi } from '@prosa/contracts/alarms';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openPool } from '../../../test/database.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies, openSimulated, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { Refusal } from '../../platform/errors.ts';
import { mayBeFrameFault } from './quarantine.actions.ts';

const world = await openWorld();
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

const database = openPool(world.database.url, 2);
afterAll(() => database.end());
/** Words that the database refuses to keep, and companies whose every row takes it long. */
await database.query(`
  create table poison (word text primary key);
  create table dawdlers (company_id integer primary key);
  grant select on poison, dawdlers to public;
  create function refuse_poison() returns trigger language plpgsql as $$
  begin
    if exists (select from poison p where new.body like p.word || '%') then raise exception 'no: %', new.body; end if;
    return new;
  end $$;
  create trigger poison before insert on messages for each row execute function refuse_poison();
  create function refuse_to_give() returns trigger language plpgsql as $$
  begin
    if exists (select from poison p where old.frame->>'body' like p.word || ' não sai%') then raise exception 'no'; end if;
    return old;
  end $$;
  create trigger poison before delete on inbox for each row execute function refuse_to_give();
  create function dawdle() returns trigger language plpgsql as $$
  begin
    for moment in 1..90 loop
      exit when not exists (select from dawdlers d where d.company_id = new.company_id);
      perform pg_sleep(0.1);
    end loop;
    return new;
  end $$;
  create trigger dawdle before insert on contacts for each row execute function dawdle();
  create trigger dawdle before insert on tickets for each row execute function dawdle();
  create trigger dawdle before insert on messages for each row execute function dawdle()`);
const poison = (word: string) => database.query('insert into poison values ($1)', [word]);
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

/** Ten thousand marks, those first that belong last: as far out of order as they can be. */
const hostile = ['\u0345', '\u035d', '\u035c', '\u0301', '\u302e', '\u0316', '\u0327', '\u0334'].map((mark) => mark.repeat(1_250)).join('');

test('ten thousand combining marks arrive like any message, beside those of other customers', async () => {
  const { admin, write, faults } = await openSimulated(world);
  const [one, other] = [newNumber(), newNumber()];
  await faults({ offline: true });
  await write({ number: one, body: 'Bom dia' });
  for (const letter of ['a', 'b', 'c', 'd']) await write({ number: other, body: letter + hostile });
  await write({ number: one, body: 'Está aberto?', name: `Ana ${hostile.slice(0, 90)}` });
  await write({ number: other, body: 'Desculpe, foi o gato' });
  await faults({ offline: false });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, one)).id), patient).toEqual(['Bom dia', 'Está aberto?']);
  await expect
    .poll(async () => bodies(admin, (await ticketOf(admin, other)).id), patient)
    .toEqual([...['a', 'b', 'c', 'd'].map((letter) => letter + hostile), 'Desculpe, foi o gato']);
  expect(await inboxOf(admin)).toEqual([]);
});

test('a frame that always fails is set aside, the others arrive in order; once the cause is gone it can be tried again', async () => {
  const { admin, write, faults, whatsappId } = await openSimulated(world);
  const [number, neighbour] = [newNumber(), newNumber()];
  const said = Array.from({ length: 18 }, (_, place) => `recado ${place}`);
  await poison('veneno');
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

test('a frame that can not even be taken out is set aside like others, and nobody else is blamed for it', async () => {
  const { admin, write } = await openSimulated(world);
  const number = newNumber();
  await poison('cicuta');
  await write({ number, body: 'cicuta não sai' });
  await expect.poll(async () => (await inboxOf(admin)).map(({ tries }) => tries > 0), patient).toEqual([true]);
  await write({ number, body: 'Continuo aqui' });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, number)).id), patient).toEqual(['Continuo aqui']);
  await waitUntilSetAside(admin);
  expect(await alarmsOf(admin)).toMatchObject([{ attempts: 5, code: 'P0001' }]);
  await cure('cicuta');
});

test('a fault may be the frames’ own unless the machine, the line or the crowd is to blame', () => {
  const failure = (code: string) => new Error('a batch failed', { cause: Object.assign(new Error('no'), { code }) });
  const faults = [failure('22P02'), failure('57014'), failure('25P03'), new TypeError('no'), new Refusal('ERR_VALIDATION')];
  expect(faults.map(mayBeFrameFault)).toEqual(faults.map(() => true));
  const others = [failure('08006'), failure('53100'), failure('40P01'), failure('55P03')];
  const crowd = [new Refusal('ERR_UNAVAILABLE'), new Refusal('ERR_TOO_MANY_REQUESTS')];
  expect([...others, ...crowd].map(mayBeFrameFault)).toEqual([...others, ...crowd].map(() => false));
});

test('a passing fault only delays a frame: it is tried again by itself', async () => {
  const { admin, write } = await openSimulated(world);
  const number = newNumber();
  await poison('tropeço');
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
  await poison('peçonha');
  await database.query('insert into dawdlers select unnest($1::int[])', [companies.map(({ admin }) => admin.user.companyId)]);
  await Promise.all(companies.map(({ write }) => write({ number: newNumber(), body: 'peçonha' })));
  await ninth.write({ number: newNumber(), body: 'Bom dia' });
  // Each of the eight takes nearly half a minute, and then fails; the ninth has its turn beside them.
  await expect.poll(() => arrived(ninth.admin)).toBe(1);
  expect((await Promise.all(companies.map(({ admin }) => inboxOf(admin)))).flat().map(({ tries }) => tries)).toEqual(Array(8).fill(0));
  await database.query('delete from dawdlers');
  for (const { admin } of companies)
    await expect.poll(async () => (await inboxOf(admin)).map(({ tries }) => tries > 0), patient).toEqual([true]);
  await cure('peçonha');
  world.clock.move(120_000);
  for (const { admin } of companies) await expect.poll(() => arrived(admin), patient).toBe(1);
});

const arrived = async ({ user }: Client) =>
  Number((await database.query('select count(*) from messages where company_id = $1', [user.companyId])).rows[0].count);

test('alarms are for the platform’s own people', async () => {
  const { admin } = await openSimulated(world);
  expect(await admin.raw('GET', '/alarms')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await admin.raw('POST', '/alarms/1/retry')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await boss.raw('POST', '/alarms/999999999/retry')).toMatchObject({ status: 404, body: { error: 'ERR_NO_ALARM_FOUND' } });
});
