import { isIP } from 'node:net';
import { type AllowEntry, hostOf, isAllowed, type OutboundPurpose, portOf } from '../outbound-allow.ts';
import { isPublicAddress } from './public-address.ts';

/** Why the guarded client would refuse an address that a company typed in; the codes are texts of the browser's forms. */
export type AddressFault = 'invalidAddress' | 'privateAddress' | 'plainHttp' | 'closedPort';

/** Names that no public name server resolves: reserved by RFC 6761, 6762 and 8375, or by ICANN for private use. */
const privateSuffixes = ['localhost', 'local', 'internal', 'localdomain', 'lan', 'home.arpa'];

/**
 * Checks the text of an address as the guarded client will check where it leads. Returns undefined when nothing in the text is
 * wrong; a name may still lead to a private address, which each call checks again.
 */
export function findAddressFault(text: string, purpose: OutboundPurpose, entries: readonly AllowEntry[]): AddressFault | undefined {
  if (!URL.canParse(text)) return 'invalidAddress';
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'invalidAddress';
  if (isAllowed(url, purpose, entries)) return undefined;
  if (isPrivateHost(hostOf(url))) return 'privateAddress';
  if (url.protocol === 'http:') return 'plainHttp';
  return portOf(url) === 443 ? undefined : 'closedPort';
}

function isPrivateHost(host: string): boolean {
  if (isIP(host) > 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`));
}
