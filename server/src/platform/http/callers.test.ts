import { createHmac } from 'node:crypto';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { effects, mountOtherCallers, otherApi, signers, signingSecret } from '../../../test/other-callers.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' }, undefined, mountOtherCallers);
let numbers = 0;

async function office() {
  const admin = await world.company();
  const { id: contactId } = await admin.call(contactsApi.create, {
    body: { name: 'Cliente', number: `55119876${String(10_000 + ++numbers)}` },
  });
  return { admin, contactId, companyId: admin.user.companyId };
}

function holderOf(token: string): Client {
  const client = world.client();
  client.token = token;
  return client;
}

const connectionOf = (admin: Client) => admin.call(connectionsApi.create, { body: { name: `Linha ${++numbers}`, provider: 'simulator' } });
const payerOf = async ({ user: { id: userId, companyId } }: Client) =>
  holderOf(await world.server.http.billing.sign({ userId, companyId }));
const repeat = (work: () => Promise<unknown>, times = 8) => Promise.all(Array.from({ length: times }, work));
const key = (value: string) => ({ 'idempotency-key': value });

test('a connection’s token opens its company’s calls, and stops when it is renewed, removed or its company is overdue', async () => {
  const { admin, contactId, companyId } = await office();
  const { id, token } = await connectionOf(admin);
  const program = holderOf(token);
  expect(await program.call(otherApi.byConnection, { params: { contactId } })).toMatchObject({ companyId, who: `connection ${id}` });
  expect((await program.raw('GET', '/users')).status).toBe(403);

  const { token: next } = await admin.call(connectionsApi.newToken, { params: { id } });
  expect(await program.raw('GET', `/other/connection/${contactId}`)).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_TOKEN' } });
  expect((await holderOf(next).raw('GET', `/other/connection/${contactId}`)).status).toBe(200);
  await world.server.platform.databases.platform.query(`update companies set due_date = '2020-01-01' where id = $1`, [companyId]);
  expect(await holderOf(next).raw('GET', `/other/connection/${contactId}`)).toMatchObject({
    status: 402,
    body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2020-01-01' },
  });
});

test('the same POST of a program under one key has one effect and one answer, and another program’s key is another', async () => {
  const { admin, contactId } = await office();
  const [one, other] = [await connectionOf(admin), await connectionOf(admin)];
  const send = (token: string) => holderOf(token).raw('POST', '/other/connection', { body: { contactId }, headers: key('k') });
  const before = effects.length;
  const answers = await repeat(() => send(one.token));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
  await send(other.token);
  const done = (id: number) => effects.slice(before).filter((each) => each === `connection ${id}`).length;
  expect([done(one.id), done(other.id)]).toEqual([1, 1]);
  expect(
    await holderOf(one.token).raw('POST', '/other/connection', { body: { contactId: contactId + 1 }, headers: key('k') }),
  ).toMatchObject({ status: 409 });
});

test('a billing token pays while the company is overdue, for an hour, and opens nothing else', async () => {
  const { admin, contactId, companyId } = await office();
  const payer = await payerOf(admin);
  await world.server.platform.databases.platform.query(`update companies set due_date = '2020-01-01' where id = $1`, [companyId]);
  const pay = (client: Client) => client.raw('POST', '/other/payer', { body: { contactId }, headers: key('paid') });
  const answers = await repeat(() => pay(payer));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { companyId, who: 'payer' } });
  // The company's own people still get here with their session; everywhere else it is over.
  expect(await pay(admin)).toMatchObject({ status: 200, body: { who: `user ${admin.user.id}` } });
  expect((await admin.raw('GET', '/users')).status).toBe(402);
  for (const path of ['/users', '/auth/me', '/tickets', `/contacts/${contactId}`])
    expect(await payer.raw('GET', path)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_EXPIRED' } });
});

test('a signed call is taken with the right signature of the very bytes, and with no other', async () => {
  const { contactId, companyId } = await office();
  signers.set('acct', companyId);
  const text = `{ "contactId": ${contactId} }`;
  const sign = (over: string, secret = signingSecret) => createHmac('sha256', secret).update(over).digest('hex');
  const send = (signature: string | undefined, account = 'acct') =>
    fetch(`${world.server.url}/other/signed`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-provider-account': account,
        ...(signature !== undefined && { 'x-provider-signature': signature }),
      },
    });
  expect((await send(sign(text))).status).toBe(200);
  expect((await send(sign(text).toUpperCase())).status).toBe(200);
  for (const wrong of [undefined, '', sign(text).slice(1), sign(JSON.stringify(JSON.parse(text))), sign(text, 'another')]) {
    const answer = await send(wrong);
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'ERR_INVALID_SIGNATURE' }]);
  }
  expect((await send(sign(text), 'nobody')).status).toBe(401);
});

test('a POST of somebody unknown under one key has one effect, and a refusal is its answer too', async () => {
  const visitor = world.client();
  const say = (text: string, name: string) => visitor.raw('POST', '/other/public', { body: { text }, headers: key(name) });
  const before = effects.length;
  const answers = await repeat(() => say('olá', 'visit-1'));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers.length > 0 ? expect.anything() : {} });
  expect(new Set(answers.map((answer) => JSON.stringify((answer as { body: unknown }).body))).size).toBe(1);
  expect(effects.slice(before).filter((each) => each === 'olá')).toHaveLength(1);
  expect(await say('outra coisa', 'visit-1')).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
  expect(await say('no', 'visit-2')).toMatchObject({ status: 409 });
  expect(await say('no', 'visit-2')).toMatchObject({ status: 409 });
});

test('a sign-up that is sent twice under one key makes one company, and both are told of it', async () => {
  const visitor = world.client();
  const plans = (await visitor.raw('GET', '/plans/list')).body as Array<{ id: number }>;
  const body = { name: 'Uma Vez Só', email: 'uma@vez.com', phone: '5511987654321', password: world.password, planId: plans[0]?.id };
  const [first, second] = [
    await visitor.raw('POST', '/companies/cadastro', { body, headers: key('sign-up') }),
    await visitor.raw('POST', '/companies/cadastro', { body, headers: key('sign-up') }),
  ];
  expect(first.status).toBe(200);
  expect({ status: second.status, body: second.body }).toEqual({ status: 200, body: first.body });
  expect((await visitor.raw('POST', '/companies/cadastro', { body })).status).toBe(409);
});

test('programs are limited by their token, and guessers of tokens by where they call from', async () => {
  const strict = await openWorld({ ROLES: 'web', RATE_LIMIT_FACTOR: '0.05' }, undefined, mountOtherCallers);
  const admin = await strict.company();
  const { token } = await admin.call(connectionsApi.create, { body: { name: 'Linha', provider: 'simulator' } });
  const ask = async (bearer: string) => {
    const client = strict.client();
    client.token = bearer;
    return (await client.raw('GET', '/other/connection/1')).status;
  };
  const statuses: number[] = [];
  for (let call = 0; call < 4; call++) statuses.push(await ask(token));
  expect(statuses).toEqual([404, 404, 404, 429]);
  const guesses: number[] = [];
  for (let guess = 0; guess < 16; guess++) guesses.push(await ask(`guess-${guess}`));
  expect(guesses).toEqual([...Array.from({ length: 15 }, () => 401), 429]);
});
