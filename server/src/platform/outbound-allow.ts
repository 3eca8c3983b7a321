import { isIPv6 } from 'node:net';

/** Purposes that an entry of OUTBOUND_ALLOW may name. */
export const allowPurposes = ['erp', 'webhook', 'payment', 'channel', 'storage'] as const;
type AllowPurpose = (typeof allowPurposes)[number];
/** The purpose of a call to another machine. Link previews follow what strangers write, so no entry of OUTBOUND_ALLOW holds for them. */
export type OutboundPurpose = AllowPurpose | 'link-preview';

/** One entry of OUTBOUND_ALLOW. Without a purpose it holds for all but link previews; without a port it opens 443 by https. */
export type AllowEntry = { purpose?: AllowPurpose; host: string; port?: number };

const isPurpose = (text: string): text is AllowPurpose => allowPurposes.some((purpose) => purpose === text);

/** Returns undefined when the text is not `host`, `host:port`, an IPv6 address, or one of these behind a purpose and a colon. */
export function parseAllowEntry(text: string): AllowEntry | undefined {
  const [, prefix = '', rest = ''] = /^([a-z]+):(.+)$/i.exec(text) ?? [];
  const purpose = prefix.toLowerCase();
  // `storage:9000` is a host with its port, as it was before entries had purposes.
  if (!isPurpose(purpose) || /^\d+$/.test(rest)) return parseHostAndPort(text);
  const place = parseHostAndPort(rest);
  return place && { purpose, ...place };
}

function parseHostAndPort(text: string): AllowEntry | undefined {
  if (isIPv6(text)) return { host: canonicalHost(`[${text}]`) ?? text };
  const [, written = '', port] = /^(\[[^[\]]+\]|[\w.-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = canonicalHost(written);
  if (host === undefined || Number(port ?? 443) < 1 || Number(port ?? 443) > 65_535) return undefined;
  return { host, ...(port !== undefined && { port: Number(port) }) };
}

/** As URLs name it: lower case, addresses in their one canonical form, IPv6 without brackets. */
function canonicalHost(written: string): string | undefined {
  return written !== '' && URL.canParse(`https://${written}/`) ? hostOf(new URL(`https://${written}/`)) : undefined;
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Whether an entry opens this address for this purpose. */
export function isAllowed(url: URL, purpose: OutboundPurpose, entries: readonly AllowEntry[]): boolean {
  if (purpose === 'link-preview') return false;
  const [host, port] = [hostOf(url), portOf(url)];
  return entries.some((entry) => {
    if (entry.host !== host || (entry.purpose ?? purpose) !== purpose) return false;
    return entry.port === undefined ? port === 443 && url.protocol === 'https:' : entry.port === port;
  });
}
