import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { splitNetwork, type TrustedProxies } from '../boot/trusted-proxies.ts';

/** Whether the peer that many hops away (0 is who connected to us) may say on whose behalf it speaks. The shape Fastify asks for. */
export type IsTrusted = (address: string, hop: number) => boolean;

export function isTrustedOf(proxies: TrustedProxies): IsTrusted {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const list = new BlockList();
  for (const network of proxies) {
    const parts = splitNetwork(network);
    if (parts) list.addSubnet(parts.address, parts.bits, familyOf(parts.address));
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, familyOf(plain));
  };
}

/**
 * Who is calling: the first address, counted from our side, that nobody we trust vouches for anybody else behind. What a client
 * writes into the header itself stands further left and is never reached.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: IsTrusted): string {
  let address = plainAddress(request.socket.remoteAddress ?? '') ?? '';
  const said = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = said === '' ? [] : said.split(',').toReversed();
  for (const [hop, written] of hops.entries()) {
    if (!isTrusted(address, hop)) return address;
    const next = plainAddress(written);
    // A proxy that writes something else (unknown, a name) tells us nothing: it answers for the call itself.
    if (next === undefined) return address;
    address = next;
  }
  return address;
}

/** The key of one source: an IPv4 address, or the /64 network of an IPv6 address. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An address without brackets, port or zone; one of four numbers stays the same one inside a longer kind. */
function plainAddress(written: string): string | undefined {
  const text = written.trim().toLowerCase();
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
  return isIP(address) === 0 ? undefined : address;
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');
