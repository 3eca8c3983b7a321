import { connect } from 'node:net';
import { queuesApi } from '@prosa/contracts/queues';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const admin = await world.company();

const validation = (path: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([{ path, message }]) },
});

/** What a client sends that is no browser, byte by byte. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(world.server.url);
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

test('invalid input is said field by field', async () => {
  const answer = await admin.raw('POST', '/queue', { body: { name: 'x' } });
  expect(answer).toMatchObject(validation('name', 'tooShort'));
  expect(answer).toMatchObject(validation('color', 'required'));
  expect(Object.keys(answer.body as object)).toEqual(['error', 'details']);
  expect(await admin.raw('GET', '/tickets?pageNumber=0')).toMatchObject(validation('pageNumber'));
  expect(await admin.raw('GET', '/tickets?queueIds=nope')).toMatchObject(validation('queueIds', 'invalidList'));
  expect(await admin.raw('GET', '/tickets?status=open&status=closed')).toMatchObject(validation('status'));
  expect(await admin.raw('GET', '/tickets/abc')).toMatchObject(validation('id'));
  expect(await admin.raw('GET', '/users/-1')).toMatchObject(validation('id'));
});

test.each([
  '1e309',
  '[1e309]',
  "1' or '1'='1",
  '%00',
  '..%2f..%2fetc',
  '9007199254740992',
  '99999999999999999999',
  '0x10',
  'NaN',
  '[object Object]',
])('the id %s is answered, not stumbled over', async (id) => {
  for (const path of [`/tickets/${id}`, `/users/${id}`, `/queue/${id}`, `/whatsapp/${id}`, `/messages/${id}`, `/tickets/u/${id}`]) {
    const { status, body } = await admin.raw('GET', path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect(body, path).toMatchObject({ error: expect.stringMatching(/^ERR_/) });
  }
});

test.each([2_147_483_648, 4_294_967_296, Number.MAX_SAFE_INTEGER])('an id as large as %d is not found, wherever it stands', async (id) => {
  const found = [
    await admin.raw('GET', `/tickets/${id}`),
    await admin.raw('GET', `/users/${id}`),
    await admin.raw('GET', `/queue/${id}`),
    await admin.raw('GET', `/whatsapp/${id}`),
    await admin.raw('GET', `/messages/${id}`),
    await admin.raw('POST', `/messages/${id}`, { body: { body: 'oi' } }),
    await admin.raw('PUT', `/users/${admin.user.id}`, { body: { queueIds: [id] } }),
  ];
  for (const { status, body } of found)
    expect({ status, body }).toMatchObject({
      status: expect.toSatisfy((code: number) => code === 404 || code === 400),
      body: { error: expect.stringMatching(/^ERR_(NO_\w+_FOUND|VALIDATION)$/) },
    });
  expect((await admin.raw('GET', `/tickets?queueIds=[${id}]&users=[${id}]`)).status).toBeLessThan(500);
});

test('fields nobody asked for are dropped, never stored', async () => {
  const made = await admin.raw('POST', '/queue', {
    body: { name: 'Só isto', color: '#101010', companyId: 1, id: 4711, createdAt: '2001-01-01', secret: 'x' },
  });
  expect(made.status).toBe(200);
  const fields = ['color', 'greetingMessage', 'id', 'name', 'outOfHoursMessage', 'schedules'];
  expect(Object.keys(made.body as object).toSorted()).toEqual(fields);
  expect(made.body).not.toMatchObject({ id: 4711 });
});

test('a prototype in the body harms nobody', async () => {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  for (const evil of [
    '{"__proto__":{"polluted":true},"name":"Proto","color":"#202020"}',
    '{"constructor":{"prototype":{"polluted":true}},"name":"Constr","color":"#303030"}',
  ]) {
    const response = await fetch(`${world.server.url}/queue`, { method: 'POST', headers, body: evil });
    expect(response.status).toBe(200);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each(['{"name":', '{name:1}', '\u0000', '"text"', '[]', 'null', '5', '{"a":'.repeat(5000)])(
  'a broken or odd body (%#) is invalid input',
  async (body) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const response = await fetch(`${world.server.url}/queue`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'ERR_VALIDATION', details: expect.any(Array) });
  },
);

test('what is too large or of an unknown kind is refused as such', async () => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const large = await fetch(`${world.server.url}/queue`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x'.repeat(1_100_000) }),
  });
  expect([large.status, await large.json()]).toEqual([413, { error: 'ERR_TOO_LARGE' }]);
  const xml = await fetch(`${world.server.url}/queue`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/xml' },
    body: '<a/>',
  });
  expect([xml.status, await xml.json()]).toEqual([415, { error: 'ERR_UNSUPPORTED_TYPE' }]);
  const form = (body: string) => {
    const named = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    return fetch(`${world.server.url}/contacts/import`, { method: 'POST', headers: named, body });
  };
  expect((await form('a=b')).status).toBe(415);
  // Nothing is of no kind, whatever it is called: this one fails only because there is no connection yet.
  expect(await (await form('')).json()).toEqual({ error: 'ERR_NO_DEF_WAPP_FOUND' });
});

test('a path that is not there, or not a path at all, is answered in the words of the contract', async () => {
  for (const [method, path] of [
    ['GET', '/nada'],
    ['PATCH', '/tickets'],
    ['DELETE', '/queue'],
    ['POST', '/auth/me'],
  ] as const) {
    const { status, body } = await admin.raw(method, path);
    expect({ status, body }, `${method} ${path}`).toEqual({ status: 404, body: { error: 'ERR_NOT_FOUND' } });
  }
  for (const path of ['/tickets/%ZZ', '/%', `/users/${'9'.repeat(300)}`]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\nconnection: close\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer, path).toMatch(/\{"error":"ERR_[A-Z_]+"/);
  }
});

test('a slash at the end makes no difference', async () => {
  for (const path of ['/users', '/whatsapp', '/queue', '/tickets']) {
    const [without, withSlash] = await Promise.all([admin.raw('GET', `${path}?session=0`), admin.raw('GET', `${path}/?session=0`)]);
    expect(withSlash.status, path).toBe(200);
    expect(withSlash.body, path).toEqual(without.body);
  }
});

test('a call may name JSON and send nothing', async () => {
  const { id } = await admin.call(queuesApi.create, { body: { name: 'Sem corpo', color: '#404040' } });
  const answer = await admin.raw('DELETE', `/queue/${id}`, { headers: { 'content-type': 'application/json' } });
  expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
});

test('every answer of the API is guarded by its headers and kept by no cache', async () => {
  for (const { headers } of [
    await admin.raw('GET', '/users/list'),
    await admin.raw('GET', '/nada'),
    await world.client().raw('GET', '/auth/me'),
  ]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringMatching(/microphone=\(self\).*camera=\(\).*geolocation=\(\)/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/json'),
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
  }
});

test('another site gets no leave to call', async () => {
  const response = await fetch(`${world.server.url}/auth/login`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('the company in a query or body is ignored', async () => {
  const other = await world.company();
  const theirs = await admin.raw('GET', `/users/list?companyId=${other.user.companyId}`);
  expect(theirs.body).toMatchObject([{ companyId: admin.user.companyId }]);
  const made = await admin.raw('POST', '/users', {
    body: { name: 'Infiltrada', email: `infiltrada-${Date.now()}@exemplo.com`, password: world.password, companyId: other.user.companyId },
  });
  expect(made.body).toMatchObject({ companyId: admin.user.companyId });
  expect(await other.call(usersApi.everyone, { query: {} })).toHaveLength(1);
});

test('a long answer is packed for who can unpack it, and says the same', async () => {
  const greetingMessage = 'Bom dia! Em que podemos ajudar? '.repeat(30);
  for (const [index, color] of ['#000001', '#000002', '#000003', '#000004', '#000005'].entries())
    await admin.call(queuesApi.create, { body: { name: `Encomendas ${index}`, color, greetingMessage } });
  const ask = (encoding: string, path = '/queue') =>
    fetch(world.server.url + path, { headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': encoding } });
  const [plain, small] = [await ask('identity'), await ask('br, gzip')];
  expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect([plain.headers.get('vary'), small.headers.get('vary')]).toEqual(['accept-encoding', 'accept-encoding']);
  const [whole, unpacked] = [await plain.text(), await small.text()];
  expect(unpacked).toBe(whole);
  expect(Number(small.headers.get('content-length'))).toBeLessThan(whole.length / 3);
  expect((await ask('gzip', '/auth/me')).headers.get('content-encoding')).toBeNull();
});
