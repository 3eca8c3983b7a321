import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { FileReference } from './content.ts';

/** As large as WhatsApp takes documents from linked devices; what we keep has narrower limits. */
const maxBytes = 100 * 1024 * 1024;
const transferSeconds = 110;
const macBytes = 10;
const words = { image: 'Image', video: 'Video', audio: 'Audio', document: 'Document' } as const;
export type MediaWord = keyof typeof words;

function keysOf(mediaKey: Buffer, media: MediaWord) {
  const bytes = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), `WhatsApp ${words[media]} Keys`, 112));
  return { iv: bytes.subarray(0, 16), cipher: bytes.subarray(16, 48), mac: bytes.subarray(48, 80) };
}
const macOf = (key: Buffer, iv: Buffer, sealed: Buffer) =>
  createHmac('sha256', key).update(iv).update(sealed).digest().subarray(0, macBytes);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

export type SealedFile = { mediaKey: Buffer; bytes: Buffer; fileSha256: Buffer; fileEncSha256: Buffer; fileLength: number };

export function sealFile(plain: Buffer, media: MediaWord): SealedFile {
  const mediaKey = randomBytes(32);
  const { iv, cipher, mac } = keysOf(mediaKey, media);
  const encrypt = createCipheriv('aes-256-cbc', cipher, iv);
  const sealed = Buffer.concat([encrypt.update(plain), encrypt.final()]);
  const bytes = Buffer.concat([sealed, macOf(mac, iv, sealed)]);
  return { mediaKey, bytes, fileSha256: sha256(plain), fileEncSha256: sha256(bytes), fileLength: plain.length };
}

/** Undefined where the bytes are not those that were meant. */
export function openFile(bytes: Buffer, mediaKey: Buffer, media: MediaWord): Buffer | undefined {
  const { iv, cipher, mac } = keysOf(mediaKey, media);
  const [sealed, given] = [bytes.subarray(0, -macBytes), bytes.subarray(-macBytes)];
  const expected = macOf(mac, iv, sealed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const decrypt = createDecipheriv('aes-256-cbc', cipher, iv);
  return Buffer.concat([decrypt.update(sealed), decrypt.final()]);
}

/** The hosts that hold files: as WhatsApp names them, or the one that the operator has set. */
export type MediaHosts = { outbound: Outbound; override: string | undefined };

const baseOf = ({ override }: MediaHosts, host: string) => override ?? `https://${host}`;
const chooserOf = ({ override }: MediaHosts) => (override === undefined ? ('company' as const) : ('operator' as const));

export async function upload(
  hosts: MediaHosts,
  to: { host: string; auth: string },
  media: MediaWord,
  file: SealedFile,
): Promise<{ directPath: string; url: string } | undefined> {
  const token = file.fileEncSha256.toString('base64url');
  const answer = await hosts.outbound({
    url: `${baseOf(hosts, to.host)}/mms/${media}/${token}?auth=${encodeURIComponent(to.auth)}&token=${token}`,
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: 'https://web.whatsapp.com' },
    body: file.bytes,
    chosenBy: chooserOf(hosts),
    purpose: 'channel',
    maxBytes: 64 * 1024,
    totalSeconds: transferSeconds,
  });
  const told: unknown = answer.status === 200 ? JSON.parse(answer.body.toString('utf8')) : undefined;
  if (typeof told !== 'object' || told === null || !('direct_path' in told) || typeof told.direct_path !== 'string') return undefined;
  return { directPath: told.direct_path, url: 'url' in told && typeof told.url === 'string' ? told.url : '' };
}

export type Downloaded = { outcome: 'fetched'; stream: Readable } | { outcome: 'missing' } | { outcome: 'later' } | { outcome: 'gone' };

/** `missing`: it is no longer there, and the phone may be asked to upload it again. */
export async function download(hosts: MediaHosts, reference: FileReference): Promise<Downloaded> {
  const { directPath, mediaKey, media, fileEncSha256 } = reference;
  if (!directPath.startsWith('/') || mediaKey === '') return { outcome: 'gone' };
  try {
    const { status, body } = await hosts.outbound({
      url: `${baseOf(hosts, 'mmg.whatsapp.net')}${directPath}`,
      headers: { origin: 'https://web.whatsapp.com' },
      chosenBy: chooserOf(hosts),
      purpose: 'channel',
      maxBytes,
      totalSeconds: transferSeconds,
    });
    if (status === 404 || status === 410) return { outcome: 'missing' };
    if (status !== 200) return { outcome: 'later' };
    const isMeant = fileEncSha256 === '' || sha256(body).toString('base64') === fileEncSha256;
    const plain = isMeant ? openFile(body, Buffer.from(mediaKey, 'base64'), media) : undefined;
    return plain ? { outcome: 'fetched', stream: Readable.from([plain]) } : { outcome: 'gone' };
  } catch {
    return { outcome: 'later' };
  }
}

/** A picture as its bytes, no larger than a picture is. */
export async function fetchPicture(hosts: MediaHosts, url: string) {
  const isOurs = hosts.override !== undefined && url.startsWith(`${hosts.override}/`);
  const { status, headers, body } = await hosts.outbound({
    url,
    chosenBy: isOurs ? 'operator' : 'company',
    purpose: 'channel',
    types: ['image/'],
    maxBytes: 2 * 1024 * 1024,
    redirects: 1,
  });
  return status === 200 ? { bytes: body, mimetype: headers['content-type']?.split(';')[0] ?? 'image/jpeg' } : undefined;
}
