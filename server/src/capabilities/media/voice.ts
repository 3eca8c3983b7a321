import { MessageInput } from '@prosa/contracts/messages';
import type { Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { mediaLimits } from '../../platform/storage/sniff.ts';
import { companyOfMediaKey, newMediaKey } from '../../platform/storage/storage.ts';
import { makeVoiceNote } from './media-work.actions.ts';
import { voiceNoteType } from './sound.ts';

/** As the specification says: "recordings under 10000 bytes are discarded". */
export const shortestRecording = 10_000;

/** Recordings become voice notes before they are stored as messages; what can not become one leaves as it is. */
export async function prepareVoice(platform: Platform, body: unknown, uploads: Upload[]): Promise<Upload[]> {
  const input = MessageInput.safeParse(body);
  if (!input.success || !input.data.voice) return uploads;
  if (uploads.some(({ kind, size }) => kind === 'audio' && size < shortestRecording))
    refuse('ERR_VALIDATION', { details: [{ path: 'medias', message: 'tooShort' }] });
  return Promise.all(uploads.map((upload) => asVoiceNote(platform, upload)));
}

async function asVoiceNote(platform: Platform, upload: Upload): Promise<Upload> {
  if (upload.kind !== 'audio') return upload;
  try {
    const note = await makeVoiceNote(platform, upload);
    if (!note) return upload;
    const key = newMediaKey(companyOfMediaKey(upload.key));
    const { size, sha256 } = await platform.storage.put(key, note, { limitBytes: mediaLimits.audio });
    const playable = upload.mimetype === 'audio/mpeg' ? { playableKey: upload.key, playableSize: upload.size } : {};
    if (upload.mimetype !== 'audio/mpeg') await platform.storage.remove(upload.key).catch(() => undefined);
    return { ...upload, key, size, sha256, mimetype: voiceNoteType, ...playable };
  } catch (error) {
    platform.log.warn({ err: error }, 'a recording leaves as an ordinary sound');
    return upload;
  }
}
