import { createHmac } from 'node:crypto';
import type { Secrets } from '../boot/secrets.ts';
import { isSameText } from '../crypto-tokens.ts';
import { companyOfMediaKey, isMediaKey } from '../storage/storage.ts';

export type SignedFile = { key: string; companyId: number; variant?: string | undefined };

const variantShape = /^[a-z0-9-]{1,32}$/;
const expiryShape = /^[1-9]\d{0,11}$/;
const hourMs = 3_600_000;
/** No address is signed for longer. Earlier versions signed pictures for 60 days; those open nothing any more. */
const maxLifetimeMs = 25 * hourMs;

/** 12 to 24 hours from now, and the same for half a day, so that browsers can cache the file. */
export const stableExpiry = (now: Date): Date => new Date((Math.floor(now.getTime() / (12 * hourMs)) + 2) * 12 * hourMs);

/** An address that opens one file until it expires, for whoever holds it. */
export function signAddress(secrets: Secrets, file: SignedFile & { expires: Date }): string {
  const { key, companyId, variant } = file;
  if (companyOfMediaKey(key) !== companyId) throw new Error('The file belongs to another company');
  if (variant !== undefined && !variantShape.test(variant)) throw new Error('Not a variant of a file');
  const expires = String(Math.floor(file.expires.getTime() / 1000));
  if (!expiryShape.test(expires)) throw new Error('Not a time at which an address can expire');
  const signature = sign(secrets, { key, companyId, variant }, expires);
  return `/public/${key}?e=${expires}${variant === undefined ? '' : `&v=${variant}`}&s=${signature}`;
}

/**
 * What a request for `/public/{key}` may see, or undefined: invalid, modified and expired URLs are treated alike. Takes the query as it
 * came, since a stranger may send anything.
 */
export function verifyAddress(secrets: Secrets, request: { key: string; query: unknown }, now: Date): SignedFile | undefined {
  const { key } = request;
  const { e: expires, v: variant, s: signature } = fieldsOf(request.query);
  if (!isMediaKey(key) || typeof expires !== 'string' || !expiryShape.test(expires) || typeof signature !== 'string') return undefined;
  if (variant !== undefined && !(typeof variant === 'string' && variantShape.test(variant))) return undefined;
  const file = { key, companyId: companyOfMediaKey(key), variant };
  // The texts are compared, not the bytes they stand for: several texts may stand for the same bytes.
  if (!isSameText(signature, sign(secrets, file, expires))) return undefined;
  const left = Number(expires) * 1000 - now.getTime();
  return left > 0 && left <= maxLifetimeMs ? file : undefined;
}

function sign(secrets: Secrets, { key, companyId, variant = '' }: SignedFile, expires: string): string {
  // No part can hold a line break, so that no two different sets of parts read alike.
  const text = ['v1', companyId, key, variant, expires].join('\n');
  return createHmac('sha256', secrets.derive('signed addresses')).update(text).digest('base64url');
}

function fieldsOf(query: unknown): { e?: unknown; v?: unknown; s?: unknown } {
  return typeof query === 'object' && query !== null ? query : {};
}
