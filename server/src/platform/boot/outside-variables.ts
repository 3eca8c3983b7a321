import { isIPv4 } from 'node:net';
import { z } from 'zod';

/** Addresses of other people's services, and where the one client for other machines may go beside the internet. */
export const outsideVariables = {
  /** `host` or `host:port`: these may be on private networks, on any port, and without TLS. */
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^[\w.[\]:-]+$/, 'must be host or host:port, with commas between'))),
  WHATSAPP_CLOUD_URL: serviceUrl('https://graph.facebook.com'),
  WHATSAPP_CLOUD_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'must be a version such as v25.0')
    .default('v25.0'),
};

export function serviceUrl(usual: string) {
  return z
    .string()
    .trim()
    .refine((given) => isServiceUrl(given), 'must be an address such as https://service.example, without user, query or fragment')
    .transform((given) => given.replace(/\/+$/, ''))
    .default(usual);
}

function isServiceUrl(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
}

/** Without TLS only to this machine, or to where the operator says that it is meant so. */
export function isSafeService(given: string, allow: string[]): boolean {
  // What can not be read at all was complained about already.
  if (!URL.canParse(given)) return true;
  const { protocol, hostname, port } = new URL(given);
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isThisMachine = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return isThisMachine || allow.includes(host) || allow.includes(`${host}:${port || '80'}`);
}

export const notSafe = 'must begin with https://, unless it is on this machine or OUTBOUND_ALLOW names it';
