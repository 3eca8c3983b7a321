import { companiesApi } from '@prosa/contracts/companies';
import { plansApi } from '@prosa/contracts/plans';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sayIn } from '../../../test/browser.ts';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);
const gigabyte = 1024 ** 3;

/** A company on a plan of one gigabyte, of which all but so many bytes are used. */
async function almostFull(bytesLeft: number) {
  const here = await served(world);
  const { companyId } = here.admin.user;
  const plan = await boss.call(plansApi.create, {
    body: { name: `Pequeno ${companyId}`, users: 9, connections: 9, queues: 9, storage: 1, value: '10' },
  });
  await boss.call(companiesApi.update, { params: { id: companyId }, body: { planId: plan.id } });
  await owner.query('insert into company_usage (company_id, bytes) values ($1, $2)', [companyId, gigabyte - bytesLeft]);
  return { ...here, companyId, planId: plan.id };
}
const pdf = (bytes: number) =>
  formOf({ body: 'Veja' }, [{ name: 'nota.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]) }]);
const full = { status: 400, body: { error: 'ERR_STORAGE_LIMIT' } };

test('an upload that the plan has no space for is refused, leaves no file, and is taken after a change of the plan', async () => {
  const { post, planId, thread } = await almostFull(100_000);
  expect(await post(pdf(1_000))).toMatchObject({ status: 200 });
  expect(await post(pdf(200_000))).toMatchObject(full);
  expect((await thread()).count).toBe(2);
  await boss.call(plansApi.update, { params: { id: planId }, body: { storage: 2 } });
  expect(await post(pdf(200_000))).toMatchObject({ status: 200 });
});

test('a company without any space left is refused each file, and still receives and answers texts', async () => {
  const { agent, ticket, post, write, number, thread } = await almostFull(0);
  expect(await post(formOf({ body: '' }, [{ name: 'foto.png', bytes: await pngOf(20, 20), type: 'image/png' }]))).toMatchObject(full);
  await write({ number, body: 'Cadê a foto?' });
  await expect.poll(async () => (await thread()).messages.at(-1)?.body, patient).toBe('Cadê a foto?');
  await sayIn(agent, ticket.id, 'Já mando');
  expect((await thread()).messages.at(-1)?.body).toBe('Já mando');
});
