import type { WASocket } from '@whiskeysockets/baileys';
import type { Platform } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { FetchedFile, Receiver } from '../port.ts';
import type { FileReference } from './content.ts';
import { download, type MediaHosts } from './media.ts';
import { openReference } from './references.ts';

const reuploadMilliseconds = 30_000;

type FetchParts = { platform: Platform; receiver: Receiver; hosts: MediaHosts; sock: WASocket | undefined };

/** The file of a message. What WhatsApp no longer has, the company's phone is asked to upload once more. */
export async function fetchFile({ platform, receiver, hosts, sock }: FetchParts, ref: string): Promise<FetchedFile> {
  const reference = openReference(platform, receiver, ref);
  if (!reference) return { outcome: 'gone' };
  const first = await download(hosts, reference);
  if (first.outcome !== 'missing') return first;
  if (!sock) return { outcome: 'later' };
  const directPath = await withTimeout(uploadAgain(sock, reference), reuploadMilliseconds, 'the phone did not answer').catch(
    () => undefined,
  );
  if (!directPath) return { outcome: 'later' };
  const second = await download(hosts, { ...reference, directPath });
  return second.outcome === 'missing' ? { outcome: 'gone' } : second;
}

async function uploadAgain(sock: WASocket, reference: FileReference): Promise<string | undefined> {
  const { media, mediaKey, directPath, chat, id, fromMe, participant } = reference;
  const content = { mediaKey: Buffer.from(mediaKey, 'base64'), directPath, url: '' };
  const key = { remoteJid: chat, id, fromMe, ...(participant && { participant }) };
  const message = await sock.updateMediaMessage({ key, message: { [`${media}Message`]: content } });
  const { imageMessage, videoMessage, audioMessage, documentMessage } = message.message ?? {};
  return (imageMessage ?? videoMessage ?? audioMessage ?? documentMessage)?.directPath ?? undefined;
}
