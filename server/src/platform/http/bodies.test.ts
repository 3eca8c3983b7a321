import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { usersApi } from '@prosa/contracts/users';
import { describe, expect, test } from 'vitest';
import { move, newNumber, openOffice, writes } from '../../../test/office.ts';
import { mountOtherCallers, signers, signingSecret } from '../../../test/other-callers.ts';
import { openWorld, type World } from '../../../test/world.ts';

const secrets = { EFI_WEBHOOK_SECRET: 'what Efí and we share', ASAAS_WEBHOOK_TOKEN: 'what Asaas and we share' };
const world = await openWorld({ ROLES: 'web,worker,channels', ...secrets }, undefined, mountOtherCallers);
const strict = await openWorld({ ROLES: 'web', RATE_LIMIT_FACTOR: '1', ...secrets }, undefined, mountOtherCallers);
const { admin, agent, whatsappId } = await openOffice(world);
const contactOf = async (client: typeof admin) =>
  (await client.call(contactsApi.create, { body: { name: 'Ana', number: newNumber() } })).id;

const openTicket = async () => {
  const { id } = await writes(admin, whatsappId);
  await move(admin, id, { status: 'open', userId: admin.user.id });
  return id;
};

const json = { 'content-type': 'application/json' };
const sized = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes - 12) });
const post = async (at: World, path: string, body: string, headers: Record<string, string> = json) => {
  const response = await fetch(at.server.url + path, { method: 'POST', body, headers });
  const parsed = (await response.json()) as { error?: string };
  return { status: response.status, error: parsed.error, headers: response.headers };
};
const sign = (text: string) => createHmac('sha256', signingSecret).update(text).digest('hex');
const postSigned = (at: World, text: string, signature = sign(text)) =>
  post(at, '/other/signed', text, { ...json, 'x-provider-account': 'acct', 'x-provider-signature': signature });

describe('limits of bodies', () => {
  const refused = { status: 413, error: 'ERR_TOO_LARGE' };

  test.each([
    ['/auth/login', 8 * 1024],
    ['/auth/refresh_token', 8 * 1024],
    ['/companies/cadastro', 64 * 1024],
  ])('%s reads at most %i bytes', async (path, limit) => {
    expect((await post(world, path, sized(limit))).status).toBeLessThan(402);
    expect(await post(world, path, sized(limit + 1))).toMatchObject(refused);
  });

  test('a person with a session sends 256 KiB, and a long text with every letter escaped', async () => {
    const headers = { ...json, authorization: `Bearer ${admin.token}` };
    expect(await post(world, '/queue', sized(256 * 1024), headers)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
    expect(await post(world, '/queue', sized(256 * 1024 + 1), headers)).toMatchObject(refused);
    const id = await openTicket();
    const text = `{"body":"${'\\u00e7'.repeat(65_536)}"}`;
    expect((await post(world, `/messages/${id}`, text, headers)).status).toBe(200);
  });
});

describe('callers are known before their body is read', () => {
  test.each([
    ['something that is no JSON', 'nada'],
    ['a megabyte', sized(1_000_000)],
  ])('without a session %s answers 401, with a forged token 403', async (_what, body) => {
    expect(await post(world, '/queue', body)).toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
    const forged = { ...json, authorization: 'Bearer x.y.z' };
    expect(await post(world, '/queue', body, forged)).toMatchObject({ status: 403, error: 'ERR_TOKEN_EXPIRED' });
    const token = { ...json, authorization: 'Bearer none-of-ours' };
    expect(await post(world, '/api/messages/send', body, token)).toMatchObject({ status: 401, error: 'ERR_INVALID_TOKEN' });
  });

  /** The head of a request with a body that never comes, and what is answered to it. */
  const headOnly = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      const outgoing = request(world.server.url + path, { method: 'POST', headers });
      outgoing.on('response', (response) => {
        resolve({ status: response.statusCode, connection: response.headers.connection });
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
  const large = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' };

  test('a stranger’s file is refused at its head and ends the connection', async () => {
    expect(await headOnly('/messages/1', large)).toEqual({ status: 401, connection: 'close' });
    expect(await headOnly('/auth/login', large)).toEqual({ status: 413, connection: 'close' });
    expect(await headOnly('/nowhere', large)).toEqual({ status: 404, connection: 'close' });
    expect(await headOnly('/hooks/asaas', large)).toEqual({ status: 401, connection: 'close' });
    expect(await headOnly('/hooks/cloud/1', large)).toEqual({ status: 401, connection: 'close' });
  });

  test('a file sent with a token that is only too old may end, so that the browser reads the answer and refreshes', async () => {
    const old = await world.server.http.tokens.sign({ sessionId: crypto.randomUUID(), userId: 1, companyId: 1 });
    world.clock.move(16 * 60_000);
    const answer = await headOnly('/messages/1', { ...large, authorization: `Bearer ${old}` });
    expect(answer).toEqual({ status: 403, connection: 'keep-alive' });
    await Promise.all([admin.refresh(), agent.refresh()]);
  });
});

describe('signed calls', () => {
  const tampered: Array<[name: string, body: string, type: Record<string, string>]> = [
    ['JSON', '{"contactId":1}', json],
    ['something that is no JSON', '{"contactId":', json],
    ['a text', 'nada', { 'content-type': 'text/plain' }],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['something of no kind', 'nada', { 'content-type': '' }],
    ['lists within lists', '['.repeat(60_000), json],
    ['nothing', '', json],
    ['200 kB', sized(200_000), json],
  ];

  test.each(tampered)('with a wrong signature %s answers 401', async (_name, body, type) => {
    const wrong = { status: 401, error: 'ERR_INVALID_SIGNATURE' };
    for (const path of ['/hooks/efi', '/hooks/efi/pix', '/hooks/asaas', '/hooks/cloud/1', '/other/signed'])
      expect(await post(world, path, body, { ...type, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }), path).toMatchObject(wrong);
  });

  test('with the right signature something that is no JSON is invalid input', async () => {
    signers.set('acct', admin.user.companyId);
    for (const body of ['{"contactId":', 'nada', '['.repeat(60_000), '[]'])
      expect(await postSigned(world, body)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
    const contactId = await contactOf(admin);
    expect((await postSigned(world, JSON.stringify({ contactId }))).status).toBe(200);
  });

  test('wrong signatures count against their address, right ones never', async () => {
    const owner = await strict.company();
    signers.set('acct', owner.user.companyId);
    const right = JSON.stringify({ contactId: await contactOf(owner) });
    const statuses: number[] = [];
    for (let call = 0; call < 22; call += 1) statuses.push((await postSigned(strict, right, sign('another'))).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    expect(await post(strict, '/hooks/asaas', 'nada')).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' });
    for (let call = 0; call < 25; call += 1) expect((await postSigned(strict, right)).status).toBe(200);
    const asaas = { ...json, 'asaas-access-token': secrets.ASAAS_WEBHOOK_TOKEN };
    expect((await post(strict, '/hooks/asaas', '{}', asaas)).status).toBe(200);
  });
});

test('unknown callers of one address have 4 MiB a minute; known ones and right signatures are not counted', async () => {
  const owner = await strict.company();
  signers.set('acct', owner.user.companyId);
  strict.clock.move(60_000);
  const padded = (bytes: number, contactId: number) => `${JSON.stringify({ contactId })}${' '.repeat(bytes)}`;
  const contactId = await contactOf(owner);
  for (let call = 0; call < 30; call += 1) expect((await postSigned(strict, padded(200_000, contactId))).status).toBe(200);
  const statuses: number[] = [];
  for (let call = 0; call < 72; call += 1) statuses.push((await post(strict, '/other/public', sized(60_000))).status);
  // 70 bodies of 60,000 bytes are more than 4 MiB.
  expect(statuses).toEqual([...Array.from({ length: 70 }, () => 400), 429, 429]);
  const refused = await post(strict, '/other/public', sized(60_000));
  expect(refused).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('connection')).toBe('close');
  // A neighbour behind the same address still logs in.
  expect((await post(strict, '/auth/login', '{}')).status).toBe(400);
  expect((await postSigned(strict, padded(60_000, contactId))).status).toBe(200);
  expect(await postSigned(strict, padded(70_000, contactId))).toMatchObject({ status: 429 });
  await owner.call(queuesApi.create, { body: { name: 'Vendas', color: '#123456', greetingMessage: 'x'.repeat(10_000) } });
  strict.clock.move(60_000);
  expect((await post(strict, '/other/public', sized(60_000))).status).toBe(400);
});

describe('what is parsed', () => {
  const headers = () => ({ ...json, authorization: `Bearer ${admin.token}` });

  test.each(['['.repeat(30_000) + ']'.repeat(30_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`])(
    'lists and objects within others without end (%#) are invalid input, also under an Idempotency-Key',
    async (body) => {
      const invalid = { status: 400, error: 'ERR_VALIDATION' };
      expect(await post(world, '/queue', body, headers())).toMatchObject(invalid);
      expect(await post(world, '/queue', body, { ...headers(), 'idempotency-key': `deep ${body.length}` })).toMatchObject(invalid);
      expect(await post(world, '/other/public', body, { ...json, 'idempotency-key': `deep ${body.length}` })).toMatchObject(invalid);
    },
  );

  test('a hundred levels are read, and brackets in texts are none', async () => {
    const deep = `{"contactId":${'['.repeat(99)}${']'.repeat(99)}}`;
    expect(await post(world, '/queue', deep, headers())).toMatchObject({ status: 400 });
    const { status } = await post(world, '/queue', JSON.stringify({ name: '["{\\'.repeat(5), color: '#515151' }), headers());
    expect(status).toBe(200);
  });

  test('NUL and half letters are cleaned wherever a text goes: into rows, passwords and answers of other networks', async () => {
    const made = await admin.raw('POST', '/queue', { body: { name: 'A\u0000B\ud800C', color: '#616161' } });
    expect(made).toMatchObject({ status: 200, body: { name: 'AB\ufffdC' } });
    const secret = 'se\u0000gre\udc00do!';
    const email = `limpa-${Date.now()}@exemplo.com`;
    await admin.call(usersApi.create, { body: { name: 'Limpa', email, password: secret, profile: 'user', queueIds: [] } });
    const visitor = world.client();
    expect((await visitor.send(sessionApi.login, { body: { email, password: secret } })).status).toBe(200);
    expect((await visitor.send(sessionApi.login, { body: { email, password: 'segre\ufffddo!' } })).status).toBe(200);
    const id = await openTicket();
    const sent = await admin.send(messagesApi.send, { params: { ticketId: id }, body: { body: 'o\u0000i \udfff' } });
    expect(sent).toMatchObject({ status: 200, body: { body: 'oi \ufffd' } });
    signers.set('acct', admin.user.companyId);
    const note = `{"contactId":${await contactOf(admin)},"x":"\\u0000\\ud800"}`;
    expect((await postSigned(world, note)).status).toBe(200);
  });
});
