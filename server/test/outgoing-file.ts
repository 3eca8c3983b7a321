import type { OutboundMessage } from '../src/channels/port.ts';
import { inScope, type Platform } from '../src/platform/database/scope.ts';
import { insertMedia } from '../src/platform/http/stored-files.ts';
import { newMediaKey } from '../src/platform/storage/storage.ts';

export type OutgoingFile = Pick<NonNullable<OutboundMessage['media']>, 'kind' | 'mimetype' | 'fileName'> & { bytes: Buffer };

/** A file of a company's that stands ready to be sent. */
export async function keepOutgoingFile(platform: Platform, companyId: number, { bytes, ...file }: OutgoingFile) {
  const key = newMediaKey(companyId);
  const { size, sha256 } = await platform.storage.put(key, bytes, { limitBytes: bytes.length });
  const [media] = await inScope(platform, { companyId }, (scope) => insertMedia(scope, [{ key, size, sha256, ...file }]));
  if (!media) throw new Error('it was not stored');
  return media;
}
