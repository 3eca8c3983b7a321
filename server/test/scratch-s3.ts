import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Upload = { key: string; parts: Map<number, Buffer>; initiated: Date };
export type ScratchS3 = {
  endpoint: string;
  objects: Map<string, Buffer>;
  uploads: Map<string, Upload>;
  /** Every request so far, as "METHOD key". */
  requests: string[];
  /** Answer the next requests that match with this status and code instead. */
  failures: { method: string; times: number; status: number; code: string }[];
  stop(): Promise<void>;
};

/** As much of S3 as the media store uses, in memory, on loopback. */
export async function startScratchS3(bucket: string): Promise<ScratchS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  const failures: ScratchS3['failures'] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, name = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const body = await buffer(request);
    requests.push(`${request.method} ${key}`);
    const failure = failures.find(({ method, times }) => method === request.method && times > 0);
    if (failure !== undefined) {
      failure.times -= 1;
      return fail(response, failure.status, failure.code);
    }
    if (!(request.headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 ')) return fail(response, 403, 'AccessDenied');
    if (name !== bucket) return fail(response, 404, 'NoSuchBucket');
    if (url.searchParams.has('list-type')) return listed(objects, url.searchParams.get('continuation-token'), response);
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return multipart({ objects, uploads }, request.method ?? '', key, url, body, response);
    if (request.method === 'PUT') {
      objects.set(key, body);
      return response.setHeader('etag', '"whole"').end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    return give(request, objects.get(key), response);
  };

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    uploads,
    requests,
    failures,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function give(request: IncomingMessage, object: Buffer | undefined, response: ServerResponse): ServerResponse {
  if (object === undefined) return fail(response, 404, 'NoSuchKey', request.method === 'HEAD');
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined) {
    response.setHeader('content-length', object.length);
    return request.method === 'HEAD' ? response.end() : response.end(object);
  }
  if (Number(first) >= object.length) return fail(response, 416, 'InvalidRange');
  const part = object.subarray(Number(first), Number(last) + 1);
  response.writeHead(206, {
    'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${object.length}`,
    'content-length': part.length,
  });
  return response.end(part);
}

function fail(response: ServerResponse, status: number, code: string, silent = false): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return silent ? response.end() : response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function xml(response: ServerResponse, text: string): ServerResponse {
  return response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`);
}

const onAPage = 2;
/** When everything here was written, so that a moment before and after it can be named. */
export const writtenAt = new Date('2026-11-15T12:00:00.000Z');

/** In the order of their names, a few at a time. */
function listed(objects: Map<string, Buffer>, after: string | null, response: ServerResponse): ServerResponse {
  const names = [...objects.keys()].sort().filter((name) => name > (after ?? ''));
  const page = names.slice(0, onAPage);
  const contents = page.map((name) => `<Contents><Key>${name}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`);
  const more = names.length > onAPage ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(response, `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`);
}

/** Uploads in parts: list, begin, add a part, give up, complete. */
function multipart(
  { objects, uploads }: Pick<ScratchS3, 'objects' | 'uploads'>,
  method: string,
  key: string,
  url: URL,
  body: Buffer,
  response: ServerResponse,
): ServerResponse {
  const id = url.searchParams.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (method === 'GET') {
    const all = [...uploads].map(
      ([one, { key: of, initiated }]) =>
        `<Upload><Key>${of}</Key><UploadId>${one}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return xml(response, `<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`);
  }
  if (method === 'POST' && id === '') {
    const made = `upload-${uploads.size + 1}`;
    uploads.set(made, { key, parts: new Map(), initiated: new Date() });
    return xml(response, `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`);
  }
  if (upload === undefined) return fail(response, 404, 'NoSuchUpload');
  if (method === 'PUT') {
    const number = Number(url.searchParams.get('partNumber'));
    upload.parts.set(number, body);
    return response.setHeader('etag', `"part-${number}"`).end();
  }
  uploads.delete(id);
  if (method === 'DELETE') return response.writeHead(204).end();
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
  const parts = numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0));
  if (parts.slice(0, -1).some((part) => part.length < 5 * 2 ** 20)) return fail(response, 400, 'EntityTooSmall');
  objects.set(key, Buffer.concat(parts));
  return xml(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
}
