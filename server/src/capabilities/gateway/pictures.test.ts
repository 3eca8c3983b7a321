import { contactLive, contactsApi } from '@prosa/contracts/contacts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openSimulated } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';

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
