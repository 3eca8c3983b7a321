import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../boot/config.ts';
import { readTrustedProxies } from '../boot/trusted-proxies.ts';
import { clientAddress, isTrustedOf, sourceOf } from './trusted-proxy.ts';

function seen(trust: string, peer: string, forwarded?: string): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const proxies = readTrustedProxies(trust);
  if (proxies === undefined) throw new Error(`${trust} is refused`);
  return clientAddress({ socket, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }, isTrustedOf(proxies));
}

describe('the address that counts is the right-most that nobody trusted vouches beyond', () => {
  test.each([
    ['nobody is trusted', 'false', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['0 is nobody', '0', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['one hop', '1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what the client wrote itself is never reached', '1', '10.0.0.1', '6.6.6.6, 5.5.5.5, 198.51.100.1', '198.51.100.1'],
    ['two hops', '2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['more hops than there were', '3', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['no header', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['a proxy of the list', '10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['a chain of the list', '10.0.0.0/8, 192.0.2.4', '10.0.0.1', '6.6.6.6, 198.51.100.1, 192.0.2.4, 10.9.9.9', '198.51.100.1'],
    ['not a proxy of the list', '10.0.0.0/8', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['loopback by name, over the long kind of address', 'loopback', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['private networks by name', 'uniquelocal', '172.20.1.1', '198.51.100.1', '198.51.100.1'],
    ['six groups', 'fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['a port behind the address makes no new one', '1', '10.0.0.1', '198.51.100.1:40211', '198.51.100.1'],
    ['brackets and a port', '1', '10.0.0.1', '[2001:db8::7]:443', '2001:db8::7'],
    ['something that is no address', '1', '10.0.0.1', '6.6.6.6, unknown', '10.0.0.1'],
    ['an empty header', '1', '10.0.0.1', ' , ', '10.0.0.1'],
  ])('%s', (_what, trust, peer, forwarded, address) => {
    expect(seen(trust, peer, forwarded)).toBe(address);
  });
});

test.each([
  'true',
  'yes',
  'TRUE',
  '-1',
  '1.5',
  '11',
  'all',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.1,true',
  'a,b',
  '10.0.0.0/8/8',
])('TRUST_PROXY=%s is refused at boot with the reason', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
    new RegExp(
      '^Configuration: TRUST_PROXY must be the number of proxies in front \\(1 to 10\\), or their addresses or networks .*: ' +
        'anything else would believe whatever address a client writes$',
    ),
  );
});

test.each([
  ['', 0],
  ['false', 0],
  ['0', 0],
  ['2', 2],
  [' 10.1.0.0/16 , 192.0.2.1 ', ['10.1.0.0/16', '192.0.2.1']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
])('TRUST_PROXY=%s', (value, read) => {
  expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(read);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is one source as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});
