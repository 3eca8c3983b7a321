import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { type AllowEntry, allowPurposes, hostOf, isAllowed, type OutboundPurpose, parseAllowEntry } from '../outbound-allow.ts';

/** Addresses of other people's services, and where the one client for other machines may go beside the internet. */
export const outsideVariables = {
  /** Places that may be private: `host` on port 443 by https, `host:port` on that port also without TLS, either for one purpose. */
  OUTBOUND_ALLOW: z.string().default('').transform(readAllowList),
  WHATSAPP_CLOUD_URL: serviceUrl('https://graph.facebook.com'),
  WHATSAPP_CLOUD_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'must be a version such as v25.0')
    .default('v25.0'),
};

function readAllowList(list: string, context: z.RefinementCtx<string>): AllowEntry[] {
  const texts = list
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  return texts.flatMap((text) => {
    const entry = parseAllowEntry(text);
    if (!entry) context.addIssue({ code: 'custom', message: badEntry(text) });
    return entry ?? [];
  });
}

const badEntry = (text: string) =>
  `must be host or host:port, with commas between, each with or without a purpose (${allowPurposes.join(', ')}) ` +
  `and a colon before it; "${text.slice(0, 100)}" is neither`;

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
export function isSafeService(given: string, purpose: OutboundPurpose, allow: readonly AllowEntry[]): boolean {
  // What can not be read at all was complained about already.
  if (!URL.canParse(given)) return true;
  const url = new URL(given);
  if (url.protocol === 'https:') return true;
  const host = hostOf(url);
  const isThisMachine = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return isThisMachine || isAllowed(url, purpose, allow);
}

export const notSafe = 'must begin with https://, unless it is on this machine or OUTBOUND_ALLOW names it';
