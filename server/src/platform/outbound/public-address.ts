import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

const reserved4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Inside the global range: protocol assignments with Teredo, examples, and 6to4, which carries an IPv4 address. */
const reserved6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = new BlockList();
for (const [ranges, family] of [
  [reserved4, 'ipv4'],
  [reserved6, 'ipv6'],
] as const)
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    blocked.addSubnet(network, Number(bits), family);
  }

/** The only IPv6 range that is routed on the internet: everything else is local, mapped or reserved. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address belongs to somebody on the internet, and neither to this machine nor to a network around it. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || isOwn(address)) return false;
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

const isOwn = (address: string) =>
  Object.values(networkInterfaces()).some((cards) => cards?.some((card) => card.address.toLowerCase() === address.toLowerCase()));

export const isLoopback = (address: string): boolean => address === '::1' || (isIPv4(address) && address.startsWith('127.'));
