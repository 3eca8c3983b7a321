import { isIP, isIPv4 } from 'node:net';

/** Which proxies are trusted about the client's address: a number of hops (0: none), or networks. */
export type TrustedProxies = number | readonly string[];

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const maxHops = 10;

/** What TRUST_PROXY says, or undefined when it says nothing that can be followed. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const value = text.trim().toLowerCase();
  if (value === '' || value === 'false') return 0;
  if (/^\d+$/.test(value)) return Number(value) <= maxHops ? Number(value) : undefined;
  const networks = value.split(',').flatMap((part) => named[part.trim()] ?? [part.trim()]);
  return networks.every((network) => splitNetwork(network) !== undefined) ? networks : undefined;
}

export function splitNetwork(network: string): { address: string; bits: number } | undefined {
  const [address = '', bits, ...rest] = network.split('/');
  const widest = isIPv4(address) ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const width = Number(bits ?? widest);
  // A network of all addresses would be the same mistake as `true`.
  return width < 1 || width > widest ? undefined : { address, bits: width };
}
