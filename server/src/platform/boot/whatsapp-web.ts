import { isIPv4 } from 'node:net';
import { z } from 'zod';

const rootKeyBytes = 32;

/** Whether an address leads to this machine. */
export function isLoopbackUrl(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Without TLS only on this machine. */
const address = (plain: string, safe: string) =>
  z
    .string()
    .trim()
    .refine(
      (value) => value.startsWith(`${safe}//`) || (value.startsWith(`${plain}//`) && isLoopbackUrl(value)),
      `must be an address beginning with ${safe}//, or with ${plain}// on this machine`,
    )
    .refine((value) => URL.canParse(value), 'can not be read as an address');

/** Where WhatsApp by QR code finds WhatsApp. Only for tests and for a version of the client that WhatsApp no longer takes. */
export const whatsappWebVariables = {
  WHATSAPP_WEB_URL: address('ws:', 'wss:').optional(),
  WHATSAPP_WEB_VERSION: z
    .string()
    .trim()
    .regex(/^\d+\.\d+\.\d+$/, 'must be three numbers with dots, such as 2.3000.1043857760')
    .transform((text): [number, number, number] => {
      const [major = 0, minor = 0, build = 0] = text.split('.').map(Number);
      return [major, minor, build];
    })
    .optional(),
  /** Obeyed only while WHATSAPP_WEB_URL leads to this machine. */
  WHATSAPP_WEB_ROOT_KEY: z
    .string()
    .trim()
    .transform((text) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')))
    .refine((key) => key.length === rootKeyBytes, 'must be 32 bytes in hex or base64')
    .optional(),
  WHATSAPP_WEB_MEDIA_URL: address('http:', 'https:').optional(),
};
