import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMediaKey, type Storage } from '../storage/storage.ts';
import { openFolderStorage } from '../storage/storage-folder.ts';
import { planFile, serveFile } from './serve-file.ts';

const body = '0123456789';
const key = newMediaKey(1);
const lost = newMediaKey(1);
let folder: string;
let storage: Storage;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-serve-'));
  storage = await openFolderStorage({ folder });
  await storage.put(key, Buffer.from(body), { limitBytes: 100 });
  app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500).send(),
  );
  const mimetype = 'video/mp4';
  app.get('/file', (request, reply) => serveFile(request, reply, { storage, key, mimetype, fileName: 'vídeo.mp4', size: 10 }));
  app.get('/lost', (request, reply) => serveFile(request, reply, { storage, key: lost, mimetype, fileName: 'x', size: 10 }));
  app.get('/torn', (request, reply) => serveFile(request, reply, { storage, key, mimetype, fileName: 'x', size: 11 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/file', headers });

describe('a file over HTTP', () => {
  test('comes whole, with the headers that keep it harmless', async () => {
    const reply = await get();
    expect([reply.statusCode, reply.body]).toEqual([200, body]);
    expect(reply.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=600',
      'content-disposition': 'inline; filename="video.mp4"; filename*=UTF-8\'\'v%C3%ADdeo.mp4',
    });
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', body, 'bytes 0-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=5-99999999999999999999', '56789', 'bytes 5-9/10'],
    ['BYTES=0-0', '0', 'bytes 0-0/10'],
  ])('comes in part for %s', async (range, part, contentRange) => {
    const reply = await get({ range });
    expect([reply.statusCode, reply.body, reply.headers['content-range'], reply.headers['content-length']]).toEqual([
      206,
      part,
      contentRange,
      String(part.length),
    ]);
  });

  test.each(['bytes=10-', 'bytes=99999999999999999999-', 'bytes=-0'])('is refused for %s, which lies outside', async (range) => {
    const reply = await get({ range });
    expect([reply.statusCode, reply.headers['content-range'], reply.body]).toEqual([416, 'bytes */10', '']);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    'bytes=0-1,3-4',
    'bytes=5-2',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'lines=0-1',
    'bytes=1-2-3',
    'bytes 0-1',
    `bytes=${'0-1,'.repeat(2000)}0-1`,
  ])('comes whole for %.30s, which is not one range', async (range) => {
    const reply = await get({ range });
    expect([reply.statusCode, reply.body]).toEqual([200, body]);
  });

  test('is not sent again to who has it', async () => {
    const etag = String((await get()).headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await get({ 'if-none-match': known });
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('tells its size to HEAD and sends nothing', async () => {
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    const reply = await new Promise<{ status: number | undefined; length: string | undefined; bytes: number }>((resolve, reject) => {
      const asked = httpRequest(
        { host: '127.0.0.1', port: address.port, path: '/file', method: 'HEAD', headers: { range: 'bytes=0-1' } },
        (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.on('end', () => resolve({ status: response.statusCode, length: response.headers['content-length'], bytes }));
        },
      );
      asked.on('error', reject);
      asked.end();
    });
    expect(reply).toEqual({ status: 200, length: '10', bytes: 0 });
  });

  test('that is missing is not found, and one that is not whole is never sent', async () => {
    expect((await app.inject({ url: '/lost' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/lost', method: 'HEAD' })).statusCode).toBe(404);
    const torn = await app.inject({ url: '/torn' });
    expect([torn.statusCode, torn.body]).toEqual([500, '']);
  });

  test('of no bytes comes whole, and has no part', () => {
    const empty = { key, mimetype: 'audio/mpeg', fileName: 'x', size: 0 };
    expect(planFile({ method: 'GET', headers: {} }, empty).status).toBe(200);
    for (const range of ['bytes=0-', 'bytes=-1', 'bytes=0-0'])
      expect(planFile({ method: 'GET', headers: { range } }, empty).status).toBe(416);
  });
});

function headersFor(mimetype: string, fileName = 'x') {
  return planFile({ method: 'GET', headers: {} }, { key, mimetype, fileName, size: 1 }).headers;
}

describe('in the browser', () => {
  test.each([
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'video/mp4',
    'video/webm',
    'audio/ogg',
    'audio/ogg; codecs=opus',
    'audio/mpeg',
    'IMAGE/PNG',
  ])('%s is shown', (mimetype) => {
    expect(headersFor(mimetype)['content-disposition']).toMatch(/^inline;/);
    expect(headersFor(mimetype)['content-type']).toBe(mimetype.toLowerCase());
  });

  test.each(['application/pdf', 'image/tiff', 'video/quicktime', 'audio/aac'])('%s is downloaded under its type', (mimetype) => {
    expect(headersFor(mimetype)['content-disposition']).toMatch(/^attachment;/);
    expect(headersFor(mimetype)['content-type']).toBe(mimetype);
  });

  test.each([
    'image/svg+xml',
    'text/html',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'text/plain',
    '',
    'nonsense',
    'image/png\r\nX-Evil: 1',
    'image/',
    'multipart/x-mixed-replace',
    'image/png, text/html',
  ])('%j is downloaded as bytes', (mimetype) => {
    expect(headersFor(mimetype)['content-disposition']).toMatch(/^attachment;/);
    expect(headersFor(mimetype)['content-type']).toBe('application/octet-stream');
  });

  test('a name can break neither the header nor out of it', () => {
    expect(headersFor('image/png', 'a"; filename="b.exe\r\nX: 1')['content-disposition']).toBe(
      'inline; filename="a_; filename=_b.exeX_ 1"; filename*=UTF-8\'\'a_%3B%20filename%3D_b.exeX_%201',
    );
    expect(headersFor('image/png', "it's (1)*!.png")['content-disposition']).toContain("filename*=UTF-8''it%27s%20%281%29_%21.png");
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect(headersFor('image/png', name)['content-disposition']).toMatch(
          /^inline; filename="[ !#$&-[\]-~]+"; filename\*=UTF-8''[\w.~%-]+$/,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
