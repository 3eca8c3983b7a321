import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { withoutAccents } from '@prosa/contracts/plain-text';
import type { FastifyReply } from 'fastify';
import { refuse } from '../errors.ts';
import { baseType, downloadFileName } from '../storage/sniff.ts';
import type { ByteRange, Storage } from '../storage/storage.ts';

export type ServedFile = { storage: Storage; key: string; mimetype: string; fileName: string; size: number };
export type FileRequest = {
  method: string;
  headers: { range?: string | undefined; 'if-range'?: string | undefined; 'if-none-match'?: string | undefined };
};
export type FilePlan = {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: 'sent' | 'described' | 'none';
  range?: ByteRange | undefined;
};

/** Types that a browser can show and that can not run anything. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'audio/ogg',
  'audio/opus',
  'audio/mpeg',
  'audio/webm',
  'audio/mp4',
]);
const browserCacheSeconds = 600;

/** Answers a request for a stored file, whole or in part. The caller has checked access. */
export async function serveFile(
  request: FileRequest,
  reply: FastifyReply,
  file: ServedFile,
  cacheSeconds = browserCacheSeconds,
): Promise<FastifyReply> {
  const plan = planFile(request, file, cacheSeconds);
  if (plan.body === 'none') return reply.code(plan.status).headers(plan.headers).send();
  const { stream, size } = plan.body === 'described' ? await describe(file) : await file.storage.read(file.key, plan.range);
  if (size !== file.size) {
    stream.destroy();
    throw new Error(`The file ${file.key} has ${size} bytes instead of ${file.size}`);
  }
  return reply.code(plan.status).headers(plan.headers).send(stream);
}

/** For HEAD. An empty stream, because for no body at all fastify would say a length of 0. */
async function describe(file: ServedFile): Promise<{ stream: Readable; size: number }> {
  const found = (await file.storage.stat(file.key)) ?? refuse('ERR_NO_FILE_FOUND');
  return { stream: Readable.from([]), size: found.size };
}

/** What to answer, without touching the file. */
export function planFile(
  { method, headers }: FileRequest,
  file: Omit<ServedFile, 'storage'>,
  cacheSeconds = browserCacheSeconds,
): FilePlan {
  const etag = `"${createHash('sha256').update(`${file.key} ${file.size}`).digest('base64url').slice(0, 22)}"`;
  const always = { ...safetyHeaders, etag, 'cache-control': `private, max-age=${cacheSeconds}` };
  if (matches(headers['if-none-match'], etag)) return { status: 304, headers: always, body: 'none' };

  const described = {
    ...always,
    'accept-ranges': 'bytes',
    'content-type': shownType(file.mimetype),
    'content-disposition': disposition(file),
  };
  const whole: FilePlan = {
    status: 200,
    headers: { ...described, 'content-length': String(file.size) },
    body: method === 'HEAD' ? 'described' : 'sent',
  };
  if (method !== 'GET' || headers.range === undefined) return whole;
  // A client that goes on with an older file must get the new one from its beginning.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return whole;

  const range = rangeOf(headers.range, file.size);
  if (range === 'ignored') return whole;
  if (range === 'outside') return { status: 416, headers: { ...always, 'content-range': `bytes */${file.size}` }, body: 'none' };
  return {
    status: 206,
    headers: {
      ...described,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    },
    body: 'sent',
    range,
  };
}

const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  // The next user of this browser is asked for their own rights.
  vary: 'Authorization',
};

/** One range, or the last so many bytes. Several ranges at once cost much and no player asks for them: they get the whole. */
function rangeOf(header: string, size: number): ByteRange | 'ignored' | 'outside' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (first === '' && last === '') return 'ignored';
  if (first === '') return Number(last) === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return 'ignored';
  if (Number(first) >= size) return 'outside';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Sound, pictures and PDF keep their type, so that players know it; all else is bytes, which no browser interprets. */
function shownType(mimetype: string): string {
  const type = baseType(mimetype);
  if (type === 'audio/ogg' && /codecs=opus/i.test(mimetype)) return 'audio/ogg; codecs=opus';
  const passive = /^(image|audio|video)\/[a-z0-9.+-]+$/.test(type) && !type.includes('xml');
  return passive || type === 'application/pdf' ? type : 'application/octet-stream';
}

function disposition({ mimetype, fileName }: { mimetype: string; fileName: string }): string {
  const name = downloadFileName(fileName);
  const ascii = withoutAccents(name, 'NFKD').replace(/[^ -~]|["\\%]/gu, '_') || 'file';
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const how = inlineTypes.has(baseType(mimetype)) ? 'inline' : 'attachment';
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
