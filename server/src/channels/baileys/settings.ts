import type { Config } from '../../platform/boot/config.ts';
import { isLoopbackUrl } from '../../platform/boot/whatsapp-web.ts';

/** Where WhatsApp is. Unset, it is where the library says. */
export type BaileysSettings = {
  url?: string | undefined;
  version?: [number, number, number] | undefined;
  /** Trusted instead of WhatsApp's own key; only ever of a network on this machine. */
  rootKey?: Buffer | undefined;
  mediaUrl?: string | undefined;
  /** How long a QR code is on show; by default as WhatsApp's own clients do. */
  qrMilliseconds?: number | undefined;
  /** How long the server's answer to a message is waited for. */
  ackMilliseconds?: number | undefined;
  /** How long it takes until a connection that another client has taken over is taken back, once. */
  takeBackMilliseconds?: number | undefined;
  /** Whether what the phone remembers of its conversations is asked for when it is linked. */
  history?: boolean | undefined;
};

export const baileysSettings = (config: Config): BaileysSettings => ({
  url: config.WHATSAPP_WEB_URL,
  version: config.WHATSAPP_WEB_VERSION,
  rootKey: isLoopbackUrl(config.WHATSAPP_WEB_URL) ? config.WHATSAPP_WEB_ROOT_KEY : undefined,
  mediaUrl: config.WHATSAPP_WEB_MEDIA_URL?.replace(/\/+$/, ''),
});
