import { createSocket } from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openLookup } from './name-lookup.ts';
import { createOutbound, type OutboundCall } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

const heard: Array<{ url: string | undefined; headers: http.IncomingHttpHeaders; body: string; method: string | undefined }> = [];
const answers: Record<string, (response: http.ServerResponse) => void> = {
  '/ok': (response) => response.end('fine'),
  '/json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  '/big': (response) => response.end(Buffer.alloc(5000)),
  '/lying': (response) => {
    response.writeHead(200);
    for (let sent = 0; sent < 10; sent += 1) response.write(Buffer.alloc(1000));
    response.end();
  },
  '/silent': () => undefined,
  '/drip': (response) => void response.write('x'),
  '/away': (response) => response.writeHead(302, { location: '/ok' }).end(),
  '/keep': (response) => response.writeHead(307, { location: '/ok' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/other': (response) => response.writeHead(302, { location: `http://localhost:${portOf()}/ok` }).end(),
};
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    heard.push({ url: request.url, headers: request.headers, body, method: request.method });
    answers[request.url ?? '']?.(response);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = () => (server.address() as AddressInfo).port;
const here = `http://127.0.0.1:${portOf()}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void heard.splice(0));

const known = (addresses: Record<string, string[]>) => async (host: string) => (addresses[host] ?? []).map((address) => ({ address }));
const byCompany = { chosenBy: 'company', purpose: 'webhook' } as const;
const byOperator = { chosenBy: 'operator', purpose: 'payment' } as const;
const refusal = (reason: string) => expect.objectContaining({ name: 'OutboundError', reason });

describe('what a company typed in', () => {
  const outbound = createOutbound({ lookup: known({ 'inside.example': ['10.0.0.7'], 'both.example': ['93.184.215.14', '127.0.0.1'] }) });
  const port = portOf();
  test.each([
    `http://127.0.0.1:${port}/ok`,
    `https://127.0.0.1:${port}/ok`,
    `http://127.1:${port}/ok`,
    `http://2130706433:${port}/ok`,
    `http://0x7f000001:${port}/ok`,
    `http://0177.0.0.1:${port}/ok`,
    `http://0:${port}/ok`,
    `http://0.0.0.0:${port}/ok`,
    `http://[::1]:${port}/ok`,
    `http://[::]:${port}/ok`,
    `http://[::ffff:127.0.0.1]:${port}/ok`,
    `http://[::ffff:7f00:1]:${port}/ok`,
    `http://[::127.0.0.1]:${port}/ok`,
    `http://[64:ff9b::7f00:1]:${port}/ok`,
    `http://[2002:7f00:1::]:${port}/ok`,
    `http://[2001:0:7f00:1::]:${port}/ok`,
    `http://[fe80::1]:${port}/ok`,
    `http://[fc00::1]:${port}/ok`,
    `http://[ff02::1]:${port}/ok`,
    `http://①②⑦.⓪.⓪.①:${port}/ok`,
    `http://127。0。0。1:${port}/ok`,
    `http://user:word@127.0.0.1:${port}/ok`,
    'https://user@93.184.215.14/',
    'https://93.184.215.14:8443/',
    'http://93.184.215.14/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://inside.example/',
    'https://both.example/',
    'file:///etc/passwd',
    'ftp://93.184.215.14/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'javascript:1',
    'not an address',
    '',
  ])('%s is refused before anything is sent', async (url) => {
    await expect(outbound({ url, ...byCompany })).rejects.toEqual(refusal('refused'));
    expect(heard).toEqual([]);
  });

  test('a name without an address is unreachable', async () => {
    await expect(outbound({ url: 'https://nowhere.example/', ...byCompany })).rejects.toEqual(refusal('unreachable'));
  });

  test('what the operator allows is reached, on that port only', async () => {
    const allowing = createOutbound({ allow: [`erp.example:${port}`], lookup: known({ 'erp.example': ['127.0.0.1'] }) });
    const { status, body } = await allowing({ url: `http://erp.example:${port}/ok`, ...byCompany });
    expect([status, body.toString()]).toEqual([200, 'fine']);
    await expect(allowing({ url: 'http://erp.example/ok', ...byCompany })).rejects.toEqual(refusal('refused'));
  });

  test('an entry without a port opens 443 by https and no other port', async () => {
    const allowing = createOutbound({ allow: ['127.0.0.1'], connectSeconds: 1 });
    for (const url of [`http://127.0.0.1:${port}/ok`, `https://127.0.0.1:${port}/ok`, 'http://127.0.0.1:443/', 'http://127.0.0.1/'])
      await expect(allowing({ url, ...byCompany }), url).rejects.toEqual(refusal('refused'));
    // No server listens there, so this error shows that the guard let the call through.
    await expect(allowing({ url: 'https://127.0.0.1/', ...byCompany })).rejects.toEqual(refusal('unreachable'));
    expect(heard).toEqual([]);
  });

  test('an entry with a purpose holds for that purpose alone, and none holds for link previews', async () => {
    const url = `http://127.0.0.1:${port}/ok`;
    const forErp = createOutbound({ allow: [`erp:127.0.0.1:${port}`] });
    expect((await forErp({ url, chosenBy: 'company', purpose: 'erp' })).status).toBe(200);
    for (const purpose of ['webhook', 'payment', 'channel', 'link-preview'] as const)
      await expect(forErp({ url, chosenBy: 'company', purpose }), purpose).rejects.toEqual(refusal('refused'));
    const forAll = createOutbound({ allow: [`127.0.0.1:${port}`] });
    expect((await forAll({ url, chosenBy: 'company', purpose: 'channel' })).status).toBe(200);
    await expect(forAll({ url, chosenBy: 'company', purpose: 'link-preview' })).rejects.toEqual(refusal('refused'));
  });
});

describe('an address of the operator', () => {
  const outbound = createOutbound({ connectSeconds: 20 });
  const call = (path: string, more: Partial<OutboundCall> = {}) => outbound({ url: `${here}${path}`, ...byOperator, ...more });

  test('may be on this machine, without TLS', async () => {
    expect((await call('/ok', { method: 'POST', body: 'olá', headers: { 'x-signature': 'abc' } })).status).toBe(200);
    expect(heard).toMatchObject([{ method: 'POST', body: 'olá', headers: { 'x-signature': 'abc', 'content-length': '4' } }]);
  });

  test('sends no more than was agreed, whatever length it announces', async () => {
    await expect(call('/big', { maxBytes: 4000 })).rejects.toEqual(refusal('too-large'));
    await expect(call('/lying', { maxBytes: 4000 })).rejects.toEqual(refusal('too-large'));
  });

  test('sends what was asked for, or counts as failed', async () => {
    expect((await call('/json', { types: ['application/json'] })).body.toString()).toBe('{}');
    await expect(call('/ok', { types: ['image/'] })).rejects.toEqual(refusal('wrong-type'));
  });

  test.each(['/silent', '/drip'])('that answers like %s is given up in time', async (path) => {
    await expect(call(path, { totalSeconds: 0.3 })).rejects.toEqual(refusal('timeout'));
  });

  test('is followed only where the caller said so, and never for ever', async () => {
    expect((await call('/away')).status).toBe(302);
    expect((await call('/away', { redirects: 1, method: 'POST', body: 'x' })).body.toString()).toBe('fine');
    expect(heard.at(-1)).toMatchObject({ method: 'GET', body: '' });
    expect((await call('/keep', { redirects: 1, method: 'POST', body: 'x' })).status).toBe(200);
    expect(heard.at(-1)).toMatchObject({ method: 'POST', body: 'x' });
    expect((await call('/loop', { redirects: 3 })).status).toBe(302);
    await expect(call('/inside', { redirects: 3 })).rejects.toEqual(refusal('refused'));
  });

  test('keeps to itself what proves who we are', async () => {
    await call('/other', { redirects: 1, headers: { authorization: 'Bearer secret', accept: 'text/plain' } });
    expect(heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
    expect(heard.at(-1)?.headers.accept).toBe('text/plain');
  });

  test('takes a stream as it is read, and its answer can be read as it comes', async () => {
    const { status, stream } = await outbound.open({
      url: `${here}/big`,
      ...byOperator,
      method: 'POST',
      body: { stream: Readable.from([Buffer.from('um '), Buffer.from('dois')]), length: 7 },
    });
    let size = 0;
    for await (const chunk of stream) size += Buffer.from(chunk).length;
    expect([status, size, heard.at(-1)?.body]).toEqual([200, 5000, 'um dois']);
    const long = await outbound.open({ url: `${here}/lying`, ...byOperator, maxBytes: 4000 });
    await expect(long.stream.toArray()).rejects.toEqual(refusal('too-large'));
    const slow = await outbound.open({ url: `${here}/drip`, ...byOperator, totalSeconds: 2 });
    await expect(slow.stream.toArray()).rejects.toEqual(refusal('timeout'));
  });

  test('says whether a call that failed may have arrived', async () => {
    const failed = (url: string) => outbound({ url, ...byOperator, totalSeconds: 2 }).catch((error: unknown) => error);
    expect(await failed(`${here}/silent`)).toMatchObject({ mayHaveArrived: true });
    expect(await failed('http://127.0.0.1:1/')).toMatchObject({ mayHaveArrived: false });
  });

  test('is never named in full by an error', async () => {
    const gone = call('/silent?key=topsecret', { totalSeconds: 0.2 });
    await expect(gone).rejects.not.toThrow(/topsecret/);
  });
});

describe('a name server', () => {
  /** Asked for a name; answers with these bytes of it, or not at all. */
  async function nameServer(answer: (question: Buffer) => Buffer | undefined) {
    const asked: Buffer[] = [];
    const socket = createSocket('udp4', (question, { address, port }) => {
      asked.push(question);
      const said = answer(question);
      if (said) socket.send(said, port, address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return { lookup: openLookup([`127.0.0.1:${socket.address().port}`]), asked, close: () => socket.close() };
  }
  const typeOf = (question: Buffer) => question.readUInt16BE(question.indexOf(0, 12) + 1);
  /** The question again, marked as an answer, with one address or none. */
  function answerTo(question: Buffer, address?: number[]): Buffer {
    const asked = Buffer.from(question.subarray(0, question.indexOf(0, 12) + 5));
    asked.writeUInt16BE(0x8180, 2);
    asked.writeUInt16BE(address ? 1 : 0, 6);
    asked.writeUInt16BE(0, 10);
    return Buffer.concat([asked, ...(address ? [Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])] : [])]);
  }

  test('that never answers makes a name unreachable when the call is over, and holds up no other name', async () => {
    const { lookup, asked, close } = await nameServer(() => undefined);
    const outbound = createOutbound({ lookup });
    const calls = Array.from({ length: 20 }, (_, n) =>
      outbound({ url: `https://never-${n}.example/`, ...byCompany, totalSeconds: 60 }).catch((error: unknown) => error),
    );
    const short = outbound({ url: 'https://never.example/', ...byCompany, totalSeconds: 0.3 });
    await expect(short).rejects.toEqual(refusal('unreachable'));
    const { status } = await outbound({ url: `http://localhost:${portOf()}/ok`, ...byOperator });
    expect([status, asked.length > 0]).toEqual([200, true]);
    for (const error of await Promise.all(calls)) expect(error).toEqual(refusal('unreachable'));
    close();
  }, 60_000);

  test('is asked about what a company typed in, and what it says is looked at', async () => {
    const { lookup, close } = await nameServer((question) => answerTo(question, typeOf(question) === 1 ? [10, 0, 0, 7] : undefined));
    const inside = createOutbound({ lookup })({ url: 'https://inside.example/', ...byCompany });
    await expect(inside).rejects.toEqual(refusal('refused'));
    close();
  });
});

test.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111', '172.15.0.1', '172.32.0.1', '100.63.255.255', '100.128.0.1'])(
  '%s is on the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
