import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../boot/config.ts';
import { openLog } from '../log.ts';
import { openHttpServer } from './http-server.ts';
import { serveWebApp } from './web-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'prosa-web-'));
await mkdir(join(folder, 'assets'));
const page = `<!doctype html><title>Prosa</title>${' '.repeat(500)}`;
const inEnglish = page.replace('<title>', '<html lang="en"><title>');
const script = `export const answer = 42;${'//'.repeat(300)}`;
await writeFile(join(folder, 'index.html'), page);
await writeFile(join(folder, 'index.en.html'), inEnglish);
await writeFile(join(folder, 'assets', 'index-4f3a.js'), script);
await writeFile(join(folder, 'manifest.webmanifest'), '{}');
await writeFile(join(folder, '.secret'), 'not for you');

const app = await openHttpServer(readConfig({}), openLog('silent'));
app.get('/tickets', async () => ({ tickets: [] }));
app.get('/docs', async () => 'the reference');
const served = await serveWebApp(app, folder);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** What browsers send when somebody types an address or follows a link. */
const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const get = (path: string, headers: Record<string, string> = { accept: navigation }, method = 'GET') =>
  fetch(url + path, { headers, method });

test.each(['/', '/tickets', '/tickets/5a4c3a3e-0000-4000-8000-000000000000', '/connections?from=menu', '/login/', '/index.html'])(
  'a person who opens %s gets the app',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(page);
  },
);

test('the app comes in the language that this browser has chosen, and in Portuguese where it has none', async () => {
  const shown = async (cookie: string) => {
    const answer = await get('/tickets', { accept: navigation, cookie });
    expect(answer.headers.get('vary')).toContain('cookie');
    return await answer.text();
  };
  expect(await shown('language=en')).toBe(inEnglish);
  expect(await shown('theme=dark; language=en; other=1')).toBe(inEnglish);
  for (const cookie of ['language=pt', 'language=fr', 'my-language=en', 'language=../en', 'theme=dark'])
    expect(await shown(cookie), cookie).toBe(page);
  for (const accept of ['*/*', navigation]) expect(await (await get('/index.en.html', { accept })).text(), accept).not.toBe(inEnglish);
});

test('on an address that is both page and call, the call is answered to whoever does not prefer a page', async () => {
  for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5', 'text/html;q=0, */*']) {
    const answer = await get('/tickets', { accept });
    expect(await answer.json(), accept).toEqual({ tickets: [] });
  }
  expect((await get('/tickets')).headers.get('vary')).toContain('accept');
});

test('what is asked for is read in any case, and the front door opens to whoever does not ask for JSON', async () => {
  expect(await (await get('/tickets', { accept: 'Text/HTML' })).text()).toBe(page);
  for (const path of ['/', '/?from=mail']) expect(await (await get(path, { accept: '*/*' })).text(), path).toBe(page);
  expect((await get('/', { accept: 'application/json' })).status).toBe(404);
  expect((await get('/login', { accept: '*/*' })).status).toBe(404);
});

test('only GET and HEAD are navigation', async () => {
  expect((await get('/connections', undefined, 'HEAD')).status).toBe(200);
  const posted = await get('/connections', undefined, 'POST');
  expect([posted.status, await posted.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }]);
});

test('files whose names change with their content are kept for ever, the others asked for again', async () => {
  const asset = await get('/assets/index-4f3a.js', { accept: '*/*' });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await asset.text()).toBe(script);
  expect((await get('/manifest.webmanifest', { accept: '*/*' })).headers.get('cache-control')).toBe('no-cache');
});

test('files go out compressed as the browser likes', async () => {
  for (const [wanted, given] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const asset = await get('/assets/index-4f3a.js', { accept: '*/*', 'accept-encoding': wanted });
    expect(asset.headers.get('content-encoding'), wanted).toBe(given);
    expect(await asset.text(), wanted).toBe(script);
  }
});

test('a script that is not there is not answered with a page', async () => {
  const answer = await get('/assets/index-0000.js', { accept: '*/*' });
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }]);
});

test.each(['/.secret', '/assets/%2e%2e/%2e%2e/etc/passwd', '/..%2fpackage.json', '/assets/..\\index.html'])(
  'no address leads to what is not part of the app: %s',
  async (path) => {
    expect((await get(path, { accept: '*/*' })).status).toBe(404);
  },
);

test('the reference, files, health and the live channel are no pages of the app', async () => {
  expect(await (await get('/docs')).text()).toBe('the reference');
  for (const path of ['/public/1/x', '/socket.io/?EIO=4', '/health/live', '/metrics']) expect((await get(path)).status, path).toBe(404);
});

test('pages run only our own scripts, stand in no frame, and show none but that of help videos', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  const frames = 'frame-src https://www.youtube-nocookie.com';
  for (const part of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types prosa-scripts',
    frames,
  ])
    expect(policy.split(';')).toContain(part);
  // WebAssembly of our own is compiled; no text ever is.
  expect(policy.replace("'wasm-unsafe-eval'", '').replace(frames, '')).not.toMatch(/unsafe|\*|https?:/);
});

test('a server without the built app says so and serves its calls', async () => {
  expect(served).toBe(true);
  const bare = await openHttpServer(readConfig({}), openLog('silent'));
  expect(await serveWebApp(bare, join(folder, 'nowhere'))).toBe(false);
  expect((await bare.inject({ url: '/', headers: { accept: navigation } })).statusCode).toBe(404);
  await bare.close();
});
