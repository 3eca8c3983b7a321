import type { Secrets } from '../boot/secrets.ts';
import { companyOfMediaKey, isMediaKey } from '../storage/storage.ts';
import { signAddress, stableExpiry } from './signed-address.ts';

/**
 * The address of a contact's picture as the database and events hold it: unsigned, so it opens nothing without a session. Replies and
 * live events sign it for their reader. Everything else, such as webhooks and API clients, gets no picture.
 */
export const pictureAddress = (key: string): string => `/public/${key}`;

/** Whose replies are signed, and when. Undefined for callers without a session, who get no pictures. */
export type PictureReader = { secrets: Secrets; companyId: number; now: Date } | undefined;

const addressPattern = /^\/public\/([^?]+)/;
/** Within texts of people the quotes are escaped, so that only real fields match. */
const fieldPattern = /"profilePicUrl"(\s*:\s*)"([^"\\]+)"/g;

/** Signs the pictures in a reply that is JSON text already. */
export function signPicturesInText(reader: PictureReader, text: string): string {
  if (!text.includes('"profilePicUrl"')) return text;
  return text.replace(fieldPattern, (_field, colon: string, address: string) => `"profilePicUrl"${colon}"${signPicture(reader, address)}"`);
}

/** Signs the pictures in the data of a live event. What holds none is returned as it is. */
export function signPicturesIn(reader: PictureReader, data: Record<string, unknown>): Record<string, unknown> {
  let signed = data;
  for (const [field, value] of Object.entries(data)) {
    const next = field === 'profilePicUrl' && typeof value === 'string' ? signPicture(reader, value) : signNested(reader, value);
    if (next !== value) signed = { ...signed, [field]: next };
  }
  return signed;
}

const signNested = (reader: PictureReader, value: unknown): unknown => (isRecord(value) ? signPicturesIn(reader, value) : value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function signPicture(reader: PictureReader, address: string): string {
  const key = addressPattern.exec(address)?.[1];
  if (!reader || key === undefined || !isMediaKey(key) || companyOfMediaKey(key) !== reader.companyId) return '';
  return signAddress(reader.secrets, { key, companyId: reader.companyId, expires: stableExpiry(reader.now) });
}

/** Leaves pictures out of JSON that goes to programs of companies. For `JSON.stringify`. */
export const withoutPictures = (field: string, value: unknown): unknown => (field === 'profilePicUrl' ? '' : value);
