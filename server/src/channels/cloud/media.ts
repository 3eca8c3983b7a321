import { createHash, randomBytes } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { z } from 'zod';
import type { Secrets } from '../../platform/boot/secrets.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ConnectionRef, FetchedFile, OutboundMessage } from '../port.ts';
import type { Account } from './account.ts';
import { type GraphError, meaningOf } from './errors.rules.ts';
import type { Graph } from './graph.ts';

const FileRef = z.object({ mediaId: z.string(), sha256: z.string().optional() });
type FileRef = z.output<typeof FileRef>;
const MediaAnswer = z.object({ url: z.string() });
const UploadAnswer = z.object({ id: z.string() });

const fileContext = ({ companyId, connectionId }: ConnectionRef) => `cloud.file:${companyId}:${connectionId}`;

export const sealFile = (
  secrets: Pick<Secrets, 'seal'>,
  connection: ConnectionRef,
  file: { mediaId: string; sha256: string | undefined },
) => secrets.seal(JSON.stringify(file), fileContext(connection));

export const openFileRef = (secrets: Pick<Secrets, 'open'>, connection: ConnectionRef, ref: string): FileRef =>
  FileRef.parse(JSON.parse(secrets.open(ref, fileContext(connection))));

const maxFileBytes = 100 * 1024 * 1024;
const fileSeconds = 10 * 60;

/** A file that a customer sent: its address lives for minutes and is asked for each time; when a fresh one does not work, it is gone. */
export async function fetchFile(graph: Graph, account: Account, ref: FileRef): Promise<FetchedFile> {
  for (let tries = 0; tries < 2; tries += 1) {
    const asked = await graph.call(account, { path: encodeURIComponent(ref.mediaId), query: { phone_number_id: account.phoneNumberId } });
    if (!asked.ok) return { outcome: isGone(asked.error) ? 'gone' : 'later' };
    const { url } = MediaAnswer.parse(asked.data);
    const { status, stream } = await graph.outbound.open({
      url,
      chosenBy: isOwnHost(graph, url) ? 'operator' : 'company',
      purpose: 'channel',
      headers: { authorization: `Bearer ${account.accessToken}` },
      maxBytes: maxFileBytes,
      totalSeconds: fileSeconds,
    });
    if (status === 200) return { outcome: 'fetched', stream: checked(stream, ref.sha256) };
    stream.destroy();
    if (status !== 404 && status !== 410) return { outcome: 'later' };
  }
  return { outcome: 'gone' };
}

const isGone = (error: GraphError) => error.status === 404 || error.code === 100 || meaningOf(error).kind === 'failed';

/** The bearer goes to hosts of Meta's alone, whatever an answer says. */
function isOwnHost(graph: Graph, url: string): boolean {
  const { host, hostname, protocol } = URL.canParse(url) ? new URL(url) : { host: '', hostname: '', protocol: '' };
  if (host === graph.host) return true;
  const isMetas = hostname === 'lookaside.fbsbx.com' || hostname.endsWith('.whatsapp.net');
  if (!isMetas || protocol !== 'https:') throw new OutboundError('refused', 'a file is at a host that is not Meta’s');
  return false;
}

/** Meta tells the checksum in base64, or in hexadecimal, by where it is told. */
function checked(stream: Readable, sha256: string | undefined): Readable {
  if (sha256 === undefined) return stream;
  const digest = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const bytes = digest.digest();
      const isSame = [bytes.toString('base64'), bytes.toString('hex')].includes(sha256);
      done(isSame ? null : new Error('the file is not the one that was announced'));
    },
  });
  stream.once('error', (error) => check.destroy(error));
  check.once('close', () => stream.destroy());
  return stream.pipe(check);
}

type Media = NonNullable<OutboundMessage['media']>;

const megabyte = 1024 * 1024;
const accepted: Record<'image' | 'video' | 'audio', { types: RegExp; most: number }> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * megabyte },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * megabyte },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * megabyte },
};

/** How a file is sent: as what it is where Meta takes that, else as a document; nothing where it is too large for any. */
export function sendableKind(
  { kind, mimetype }: Media,
  size: number,
  hasCaption: boolean,
): 'image' | 'video' | 'audio' | 'document' | undefined {
  if (size > maxFileBytes) return undefined;
  if (kind === 'application') return 'document';
  const { types, most } = accepted[kind];
  // Sounds have no caption: with one it would be lost.
  return types.test(mimetype) && size <= most && !(kind === 'audio' && hasCaption) ? kind : 'document';
}

type UploadOutcome = { id: string } | { error: GraphError };

/** From the storage as it is read: a file is never held whole. */
export async function uploadFile(
  graph: Graph,
  account: Account,
  storage: Storage,
  { key, mimetype, fileName }: Media,
): Promise<UploadOutcome> {
  const { stream, size } = await storage.read(key);
  const boundary = `prosa-${randomBytes(12).toString('hex')}`;
  const field = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const plainName = fileName.replace(/[^\w. -]/g, '_').slice(-100) || 'file';
  const head = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', mimetype)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${plainName}"\r\ncontent-type: ${mimetype}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* whole() {
    yield head;
    yield* stream;
    yield tail;
  }
  const answer = await graph.call(account, {
    method: 'POST',
    path: `${account.phoneNumberId}/media`,
    form: {
      body: { stream: Readable.from(whole(), { objectMode: false }), length: head.length + size + tail.length },
      type: `multipart/form-data; boundary=${boundary}`,
    },
    totalSeconds: 100,
  });
  return answer.ok ? UploadAnswer.parse(answer.data) : { error: answer.error };
}
