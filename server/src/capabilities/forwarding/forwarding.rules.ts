import type { ConnectionStatus } from '@prosa/contracts/connections';
import type { MediaType, MessageData } from '@prosa/contracts/messages';

type Said = { mediaType: MediaType | null; mediaId: number | null; data: MessageData | null; isDeleted: boolean; body: string };

/** Calls are no messages; of what was deleted, could not be read or has no file yet there is nothing to pass on. */
export function isForwardable({ mediaType, mediaId, data, isDeleted, body }: Said): boolean {
  if (isDeleted || mediaType === 'call_log' || data?.unreadable || data?.file) return false;
  if (mediaType === null) return body.trim() !== '';
  return mediaId !== null || mediaType === 'locationMessage' || mediaType === 'vcard';
}

/** Of what was told beside the text that which is still true elsewhere. Sizes and names belong to the file itself. */
export function forwardedData(data: MessageData | null): MessageData {
  const { voice, latitude, longitude, name, contacts } = data ?? {};
  return {
    ...(voice !== undefined && { voice }),
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
    ...(name !== undefined && { name }),
    ...(contacts !== undefined && { contacts }),
    forwarded: true,
  };
}

/** Nothing leaves over it until somebody connects it again. While it comes back by itself, messages wait as always. */
export const isDown = (status: ConnectionStatus) => status === 'DISCONNECTED' || status === 'TIMEOUT' || status === 'qrcode';
