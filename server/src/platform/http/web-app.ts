import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
};
const packed = new Set(['.html', '.js', '.css', '.svg', '.webmanifest', '.json']);

type Encoding = 'br' | 'gzip';
type Asset = { type: string; body: Buffer; encoded?: (encoding: Encoding) => Promise<Buffer> };

/** The built web app, read into memory once: it is small, and no path from a request ever reaches the disk. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<boolean> {
  const assets = await loadAssets(folder).catch(() => new Map<string, Asset>());
  const page = assets.get('/index.html');
  if (!page) return false;
  // One look-up instead of hundreds of routes. A page navigation gets the app, also on paths that the API has.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const path = request.url.split('?', 1)[0] ?? '';
    const asset = pages.test(path) || path.startsWith('/.') ? undefined : assets.get(path);
    if (asset) return send(request, reply, asset, path.startsWith('/assets/') ? forEver : always);
    if (isNavigation(request)) return send(request, reply, assets.get(`/index.${languageOf(request)}.html`) ?? page, ofAPage);
  });
  return true;
}

/** The app is built once for each language; the browser says in a cookie which one was chosen. */
const languageOf = ({ headers }: FastifyRequest) => /(?:^|;\s*)language=(\w+)/.exec(headers.cookie ?? '')?.[1];

const pages = /^\/index(\.\w+)?\.html$/;
const always = { 'cache-control': 'no-cache', vary: 'accept, accept-encoding' };
const forEver = { ...always, 'cache-control': 'public, max-age=31536000, immutable' };
const ofAPage = { ...always, vary: `${always.vary}, cookie` };

const notPages = /^\/(public|socket\.io|docs|health|metrics|\.well-known)(\/|$|\?)/;

function isNavigation(request: FastifyRequest): boolean {
  if (notPages.test(request.url)) return false;
  const accept = request.headers.accept ?? '';
  const [html, json] = [quality(accept, 'text/html'), quality(accept, 'application/json')];
  // At the front door the API has nothing: there whoever does not ask for JSON is shown in.
  const isFrontDoor = /^\/(\?|$)/.test(request.url) && json === 0;
  return isFrontDoor || (html > 0 && html >= json);
}

function quality(accept: string, type: string): number {
  const entry = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .find((part) => part.split(';', 1)[0] === type);
  if (!entry) return 0;
  return Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1);
}

async function send(request: FastifyRequest, reply: FastifyReply, { type, body, encoded }: Asset, headers: typeof always) {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.header('content-type', type).headers(headers);
  const encoding = encoded && encodings.find((each) => accepted.includes(each));
  return encoding ? reply.header('content-encoding', encoding).send(await encoded(encoding)) : reply.send(body);
}

/** In the order in which they are preferred. */
const encodings = ['br', 'gzip'] as const;
/** The highest quality, which is the default, makes 7% less of it and takes ten times as long. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Compressed when it is first asked for, and beside the main thread: to compress everything took a fifth of a start. */
function encodedOnce(body: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const known = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const found = known.get(encoding) ?? (encoding === 'br' ? toBrotli(body, brotliOptions) : toGzip(body));
    known.set(encoding, found);
    return found;
  };
}

async function loadAssets(folder: string): Promise<Map<string, Asset>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async (entry): Promise<[string, Asset]> => {
        const file = join(entry.parentPath, entry.name);
        const body = await readFile(file);
        const extension = extname(entry.name);
        const more = packed.has(extension) ? { encoded: encodedOnce(body) } : {};
        return [file.slice(folder.length).replaceAll('\\', '/'), { type: types[extension] ?? 'application/octet-stream', body, ...more }];
      }),
    ),
  );
}
