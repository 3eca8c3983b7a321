import { connectionsApi } from '@prosa/contracts/connections';
import { afterAll, expect, test } from 'vitest';
import { asMeta, envelope, person, post, secondsNow, sign } from '../../../test/loopback-cloud/hooks.ts';
import { openLoopbackCloud } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { cloudInput, connectCloud } from '../../../test/loopback-cloud/office.ts';
import { type Account, newWamid } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies, ticketOf } from '../../../test/simulated.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';

const cloud = await openLoopbackCloud();
afterAll(() => cloud.close());
const world = await openWorld({ ROLES: 'web,worker', RATE_LIMIT_FACTOR: '1', WHATSAPP_CLOUD_URL: cloud.url });
const admin = await world.company();
const { account, id } = await connectCloud(world, cloud, admin);

const written = (to: Account, number: string, body: string) => {
  const { from, contacts } = person(to, number);
  return asMeta(envelope(to, { contacts, messages: [{ ...from, id: newWamid(), timestamp: secondsNow(), type: 'text', text: { body } }] }));
};
const asStranger = (body: string) => post(account.hook, body, sign('a guess', body));

test('junk that nobody signed costs the company nothing, and soon is told to come later; what Meta signed is taken meanwhile', async () => {
  const number = newNumber();
  const greeting = written(account, number, 'Oi');
  expect(await cloud.post(account, greeting)).toMatchObject({ status: 200 });
  const junk = written(account, number, 'Sou o chefe');
  const before = await statementsSent(world.server.url, 'request');
  const answers = await Promise.all(Array.from({ length: 60 }, () => asStranger(junk)));
  expect((await statementsSent(world.server.url, 'request')) - before).toBeLessThan(20);
  const [wrong, tooMany] = [401, 429].map((status) => answers.filter((answer) => answer.status === status));
  expect([wrong?.length, tooMany?.length]).toEqual([20, 40]);
  expect(JSON.parse(wrong?.[0]?.body ?? '')).toEqual({ error: 'ERR_INVALID_SIGNATURE' });
  const refused = await fetch(account.hook, { method: 'POST', body: junk, headers: { 'content-type': 'application/json' } });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await cloud.post(account, written(account, number, 'Está aberto?'))).toMatchObject({ status: 200 });
  await expect.poll(async () => bodies(admin, (await ticketOf(admin, number)).id), patient).toEqual(['Oi', 'Está aberto?']);
});

test('another app secret holds from the moment it is entered', async () => {
  const number = newNumber();
  const body = written(account, number, 'Depois da troca');
  expect(await cloud.post(account, written(account, number, 'Antes'))).toMatchObject({ status: 200 });
  const old = account.appSecret;
  account.appSecret = 'another secret';
  await admin.call(connectionsApi.update, { params: { id }, body: { cloud: cloudInput(account) } });
  expect((await post(account.hook, body, sign(old, body))).status).toBeGreaterThanOrEqual(400);
  expect(await cloud.post(account, body)).toMatchObject({ status: 200 });
});

test('a customer’s text without end is kept as far as anybody could write it', async () => {
  const number = newNumber();
  expect(await cloud.post(account, written(account, number, 'x'.repeat(2_000_000)))).toMatchObject({ status: 200 });
  await expect
    .poll(async () => (await bodies(admin, (await ticketOf(admin, number)).id)).map(({ length }) => length), patient)
    .toEqual([65_536]);
});
