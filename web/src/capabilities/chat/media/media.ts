import type { MediaType, Message } from '@prosa/contracts/messages';

const looksLikeFile = /^[^\n/\\]{1,200}\.[a-z0-9]{1,5}$/i;

/** The name people know a file by: what the message says it is, otherwise the last part of its address. */
export function fileName(url: string, body: string, said?: string): string {
  if (said) return said;
  if (looksLikeFile.test(body)) return body;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || last;
  } catch {
    return last;
  }
}

/** The state of a file that is not here: still being fetched from the network, or never to come. */
export type AbsentFile = NonNullable<NonNullable<Message['data']>['file']>;

type MediaContent = { body: string; mediaType: string | null; mediaUrl: string | null; data?: Message['data'] };

/** The caption of a media message; a body that only repeats the file name or the card is none. */
export function captionOf({ body, mediaType, mediaUrl, data }: MediaContent): string {
  if (mediaType === 'locationMessage' || mediaType === 'vcard' || mediaType === 'call_log') return '';
  const isKnown = mediaUrl !== null || data?.file !== undefined;
  const isName = mediaType !== null && isKnown && (fileName(mediaUrl ?? '', body) === body || data?.fileName === body);
  return isName ? '' : body;
}

const maxWidth = 280;
const maxHeight = 320;
const minSide = 96;
const unknown = { width: 240, height: 180 };

/** The box of a picture, known before it is loaded so that loading moves nothing. */
export function pictureBox(data: Message['data']): { width: number; height: number } {
  const { width, height } = data ?? {};
  if (!width || !height) return unknown;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: Math.max(minSide, Math.round(width * scale)), height: Math.max(minSide, Math.round(height * scale)) };
}

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** 1,2 MB: as people read sizes, with one figure behind the comma from a megabyte on. */
export function formatSize(bytes: number, language = document.documentElement.lang || 'pt-BR'): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString(language, { maximumFractionDigits: power > 1 ? 1 : 0 })} ${units[power] ?? 'B'}`;
}

/** What a file of this type is shown and sent as. */
export function mediaTypeOf(mimetype: string): MediaType {
  const kind = mimetype.split('/', 1)[0];
  if (kind === 'image' && !mimetype.includes('svg')) return 'image';
  return kind === 'audio' || kind === 'video' ? kind : 'application';
}

const mebi = 1024 * 1024;
const limits: Partial<Record<MediaType, number>> = { image: 16 * mebi, audio: 64 * mebi, video: 64 * mebi };

/** The most that the server takes of a file of this type. */
export function limitOf(mimetype: string): number {
  return limits[mediaTypeOf(mimetype)] ?? 100 * mebi;
}

/** Where a place is, for a map in another tab. */
export function mapAddress({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.google.com/maps?q=${latitude},${longitude}`;
}
