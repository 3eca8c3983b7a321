import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { refuse } from '../errors.ts';
import { type ByteRange, checkMediaKey, checkRange, isMediaKey, meter, type Storage } from './storage.ts';

export type S3Settings = { bucket: string; region: string; accessKey: string; secretKey: string; endpoint?: string | undefined };
type Bucket = { client: S3Client; name: string };

/** Above the 5 MiB that S3 wants at least; one part per upload is held in memory. */
const partBytes = 8 * 2 ** 20;
const orphanAge = 24 * 60 * 60 * 1000;

export async function openS3Storage(settings: S3Settings): Promise<Storage> {
  const client = new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Many S3-compatible stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
  });
  const bucket = { client, name: settings.bucket };
  return {
    put: async (key, source, { limitBytes }) => put(bucket, checkMediaKey(key), source, limitBytes),
    read: async (key, range) => read(bucket, checkMediaKey(key), range),
    async stat(key) {
      const head = new HeadObjectCommand({ Bucket: bucket.name, Key: checkMediaKey(key) });
      const found = await undefinedIfMissing(client.send(head));
      return found && { size: sizeFrom(found.ContentLength) };
    },
    async remove(key) {
      await undefinedIfMissing(client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: checkMediaKey(key) })));
    },
    list: (before, companyId) => list(bucket, before.getTime(), companyId),
    sweep: (now) => sweep(bucket, now.getTime() - orphanAge),
  };
}

/** A small file goes in one request, a large one in parts; either way it appears only when it is whole. */
async function put(bucket: Bucket, key: string, source: Readable | Buffer, limitBytes: number) {
  const metered = meter(source, limitBytes);
  try {
    const parts = inParts(metered.chunks);
    const first = await parts.next();
    const body = first.done ? Buffer.alloc(0) : first.value;
    if (body.length < partBytes)
      await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: body, ContentLength: body.length }));
    else await putInParts(bucket, key, body, parts);
    return metered.result();
  } catch (error) {
    if (!Buffer.isBuffer(source)) source.destroy();
    if (isFull(error)) refuse('ERR_NO_SPACE');
    throw error;
  }
}

async function putInParts({ client, name }: Bucket, key: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('The store gave the upload no name');
  try {
    const Parts: CompletedPart[] = [];
    const send = async (bytes: Buffer) => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber, Body: bytes, ContentLength: bytes.length }),
      );
      Parts.push({ PartNumber, ...(ETag !== undefined && { ETag }) });
    };
    await send(first);
    for await (const bytes of rest) await send(bytes);
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // What can not be cleared away now is found by the sweep.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Pieces of the part size, and what is left at the end. */
async function* inParts(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let length = 0;
  for await (let bytes of chunks) {
    while (length + bytes.length >= partBytes) {
      const room = partBytes - length;
      yield Buffer.concat([...gathered, bytes.subarray(0, room)]);
      bytes = bytes.subarray(room);
      gathered = [];
      length = 0;
    }
    gathered.push(bytes);
    length += bytes.length;
  }
  if (length > 0) yield Buffer.concat(gathered);
}

async function read(bucket: Bucket, key: string, range: ByteRange | undefined): Promise<{ stream: Readable; size: number }> {
  if (range !== undefined) checkRange(range, Number.POSITIVE_INFINITY);
  const get = new GetObjectCommand({ Bucket: bucket.name, Key: key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) });
  const found = (await undefinedIfMissing(bucket.client.send(get))) ?? refuse('ERR_NO_FILE_FOUND');
  if (!(found.Body instanceof Readable)) throw new Error('The store gave no stream');
  try {
    // A partial answer tells the whole size behind the slash.
    const size = range === undefined ? sizeFrom(found.ContentLength) : sizeFrom(Number(found.ContentRange?.split('/')[1]));
    if (range !== undefined) checkRange(range, size);
    return { stream: found.Body, size };
  } catch (error) {
    found.Body.destroy();
    throw error;
  }
}

/** Page by page. The bucket may be shared: only names of our shape are ours. */
async function* list({ client, name }: Bucket, before: number, companyId: number | undefined): AsyncGenerator<string> {
  let next: string | undefined;
  const of = { Bucket: name, ...(companyId !== undefined && { Prefix: `${companyId}/` }) };
  do {
    const page = await client.send(new ListObjectsV2Command({ ...of, ...(next !== undefined && { ContinuationToken: next }) }));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && isMediaKey(Key) && LastModified !== undefined && LastModified.getTime() < before) yield Key;
    next = page.NextContinuationToken;
  } while (next !== undefined);
}

async function sweep({ client, name }: Bucket, before: number): Promise<number> {
  let swept = 0;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: name }));
  for (const { Key, UploadId, Initiated } of Uploads) {
    // The bucket may be shared: only names of our shape are ours.
    if (Key === undefined || !isMediaKey(Key) || UploadId === undefined || Initiated === undefined || Initiated.getTime() > before)
      continue;
    await undefinedIfMissing(client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId })));
    swept += 1;
  }
  return swept;
}

function sizeFrom(length: number | undefined): number {
  if (length === undefined || !Number.isSafeInteger(length)) throw new Error('The store did not say how large the file is');
  return length;
}

async function undefinedIfMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return undefined;
    throw error;
  });
}

function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 507 || ['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage'].includes(error.name);
}
