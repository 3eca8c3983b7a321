import type { Readable } from 'node:stream';
import type { Files } from '@prosa/contracts/kit';
import type { FastifyRequest } from 'fastify';
import { crashPoint } from '../crash-points.ts';
import type { Platform } from '../database/scope.ts';
import { Refusal, refuse } from '../errors.ts';
import { displayFileName, mediaLimits, sniffStream } from '../storage/sniff.ts';
import { newMediaKey } from '../storage/storage.ts';
import { FormReader } from './form-parts.ts';
import { storageLeft } from './storage-quota.ts';
import { throttled } from './upload-pace.ts';

/** A file that has arrived whole and lies in the store under a name of ours; no row points at it yet. */
export type Upload = {
  key: string;
  mimetype: string;
  kind: 'image' | 'audio' | 'video' | 'application';
  size: number;
  sha256: string;
  fileName: string;
  /** A rendition of it that every browser plays. */
  playableKey?: string;
  playableSize?: number;
};

/** Take the fields and files of a multipart request, each file streamed into the store within its limit. */
export async function receiveUploads(platform: Platform, request: FastifyRequest, companyId: number, files: Files) {
  const fields: Record<string, unknown> = {};
  const uploads: Upload[] = [];
  const form = new FormReader(request);
  try {
    for await (const part of form.parts({
      limits: { files: files.max, fields: 50, fieldSize: 128 * 1024, fileSize: mediaLimits.application + 1 },
    })) {
      // Of a field that comes several times, as of captions one for each file, the first counts.
      if (part.type === 'field') fields[part.fieldname] ??= part.value;
      else if (part.fieldname !== files.field) refuse('ERR_VALIDATION', { details: [{ path: part.fieldname, message: 'unknownFile' }] });
      else {
        // One byte beyond the largest limit is let in, so that it is the store that refuses, and keeps nothing.
        const upload = await storeFile(platform, companyId, part.file, { mimetype: part.mimetype, fileName: part.filename ?? '' });
        crashPoint('file.stored');
        uploads.push(upload);
      }
    }
  } catch (error) {
    // What is still coming must flow off, or the next request on this connection never begins.
    request.raw.unpipe();
    request.raw.resume();
    await discardUploads(platform, uploads);
    throw form.reasonOf(error);
  }
  return { fields, uploads };
}

/** Streams a file into the store, within the limit of what it is by its bytes and what the company's plan leaves. */
export async function storeFile(
  platform: Platform,
  companyId: number,
  source: Readable,
  declared: { mimetype: string; fileName: string },
): Promise<Upload> {
  const bytesLeft = await storageLeft(platform, companyId);
  if (bytesLeft <= 0) refuse('ERR_STORAGE_LIMIT');
  const { stream, mimetype, kind } = await sniffStream(source, declared.mimetype);
  const key = newMediaKey(companyId);
  const limitBytes = Math.min(mediaLimits[kind], bytesLeft);
  const { size, sha256 } = await platform.storage
    .put(key, throttled(platform.databases.turns, companyId, stream), { limitBytes })
    .catch((error: unknown) => {
      const isQuota = limitBytes < mediaLimits[kind] && error instanceof Refusal && error.code === 'ERR_TOO_LARGE';
      throw isQuota ? new Refusal('ERR_STORAGE_LIMIT') : error;
    });
  return { key, mimetype, kind, size, sha256, fileName: displayFileName(declared.fileName) || 'file' };
}

/** Files of a request that came to nothing. */
export async function discardUploads(platform: Pick<Platform, 'storage'>, uploads: Upload[]): Promise<void> {
  await Promise.all(uploads.map(({ key }) => platform.storage.remove(key).catch(() => undefined)));
}
