import type { LoopbackWhatsApp } from '../../../test/loopback-whatsapp/loopback-whatsapp.ts';
import type { BaileysSettings } from './settings.ts';

/** Whether the optional dependency is there: without it nothing of this is tried. */
export const isInstalled = await import('@whiskeysockets/baileys').then(
  () => true,
  () => false,
);

/** A WhatsApp of our own, and what leads the provider to it. */
export async function openLoopback(): Promise<{ network: LoopbackWhatsApp; settings: BaileysSettings }> {
  const { LoopbackWhatsApp } = await import('../../../test/loopback-whatsapp/loopback-whatsapp.ts');
  const network = await LoopbackWhatsApp.open();
  const { WHATSAPP_WEB_URL: url, WHATSAPP_WEB_ROOT_KEY: rootKey, WHATSAPP_WEB_MEDIA_URL: mediaUrl } = network.environment;
  return { network, settings: { url, rootKey: Buffer.from(rootKey, 'base64'), mediaUrl } };
}
