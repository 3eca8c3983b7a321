import { contactLive, contactsApi } from '@prosa/contracts/contacts';
import { ticketsApi } from '@prosa/contracts/tickets';
import { webhooksApi } from '@prosa/contracts/webhooks';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openSimulated } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { signAddress, verifyAddress } from '../../platform/http/signed-address.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

test('who writes is shown with their picture, which is asked for once a day', async () => {
  const { admin, write, faults } = await openSimulated(world);
  await faults({ pictures: true });
  const live = await admin.listen();
  const number = newNumber();
  const pictureOf = async (of: string) =>
    (await admin.call(contactsApi.list, { query: { searchParam: of } })).contacts[0]?.profilePicUrl ?? '';
  await write({ number, name: 'Ana', body: 'Oi' });
  await expect.poll(() => pictureOf(number), patient).not.toBe('');
  const url = await pictureOf(number);
  const answer = await fetch(world.server.url + url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  await expect.poll(() => JSON.stringify(live.of(contactLive).at(-1)), patient).toContain(url);

  // Whoever came later has been asked about, and the first one not again.
  const asked = async () =>
    (
      await owner.query<{ at: Date }>('select asked_at as at from contact_pictures where company_id = $1 order by contact_id', [
        admin.user.companyId,
      ])
    ).rows;
  const [before] = await asked();
  await write({ number, body: 'Alguém?' });
  const other = newNumber();
  await write({ number: other, body: 'Oi' });
  await expect.poll(() => pictureOf(other), patient).not.toBe('');
  expect((await asked())[0]).toEqual(before);
  expect(await pictureOf(number)).toBe(url);
});

test('the address of a picture is signed for its reader and for a day at most; programs of the company get none', async () => {
  const { admin, write, faults } = await openSimulated(world);
  await faults({ pictures: true });
  const hook = await admin.call(webhooksApi.create, {
    body: { name: 'Meu sistema', url: 'https://receiver.example/hook', events: ['contact.updated'] },
  });
  const live = await admin.listen();
  const number = newNumber();
  await write({ number, name: 'Ana', body: 'Oi' });
  const read = async () => (await admin.call(contactsApi.list, { query: { searchParam: number } })).contacts[0]?.profilePicUrl ?? '';
  await expect.poll(read, patient).not.toBe('');
  const address = await read();
  const opens = async (url: string) => (await fetch(world.server.url + url)).status;
  expect(await opens(address)).toBe(200);
  // Lists of tickets and live events are signed too, with the same address, so that browsers keep the file.
  const [ticket] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
  expect(ticket?.contact.profilePicUrl).toBe(address);
  expect(JSON.stringify(live.of(contactLive).at(-1))).toContain(JSON.stringify(address));

  // Stored, in events and for webhooks it has no signature.
  expect(await opens(address.split('?')[0] ?? '')).toBe(404);
  const stored = await owner.query<{ text: string }>(
    `
      select profile_pic_url as text from contacts where company_id = $1
      union all
      select data::text from events where company_id = $1`,
    [admin.user.companyId],
  );
  expect(stored.rows.filter(({ text }) => text.includes('&s='))).toEqual([]);
  const told = `select body from webhook_deliveries where webhook_id = $1`;
  await expect.poll(async () => (await owner.query(told, [hook.id])).rowCount, patient).toBeGreaterThan(0);
  const { rows } = await owner.query<{ body: string }>(told, [hook.id]);
  expect(rows.map(({ body }) => JSON.parse(body).data.profilePicUrl)).toEqual(rows.map(() => ''));

  world.clock.move(24 * 3_600_000);
  expect(await opens(address)).toBe(404);
  await admin.logIn(admin.user.email);
  expect(await opens(await read())).toBe(200);
});

test('an address that an earlier version signed for 60 days opens nothing', async () => {
  const key = newMediaKey(1);
  const { secrets, clock } = world.server.platform;
  const address = signAddress(secrets, { key, companyId: 1, expires: new Date(clock().getTime() + 60 * 86_400_000) });
  const query = Object.fromEntries(new URL(address, 'http://localhost').searchParams);
  expect(verifyAddress(secrets, { key, query }, clock())).toBeUndefined();
});
