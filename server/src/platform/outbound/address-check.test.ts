import { expect, test } from 'vitest';
import { parseAllowEntry } from '../outbound-allow.ts';
import { findAddressFault } from './address-check.ts';

test.each([
  ['https://hooks.example.com/x?y=1', undefined],
  ['https://93.184.215.14/', undefined],
  ['https://[2606:4700::1111]/', undefined],
  ['https://127.0.0.1/', 'privateAddress'],
  ['https://10.1.2.3/', 'privateAddress'],
  ['https://172.16.0.1/', 'privateAddress'],
  ['https://192.168.1.1/', 'privateAddress'],
  ['https://169.254.169.254/latest/meta-data', 'privateAddress'],
  ['https://100.64.0.1/', 'privateAddress'],
  ['https://0.0.0.0/', 'privateAddress'],
  ['https://2130706433/', 'privateAddress'],
  ['https://0x7f000001/', 'privateAddress'],
  ['https://0177.0.0.1/', 'privateAddress'],
  ['https://127.1/', 'privateAddress'],
  ['https://①②⑦.⓪.⓪.①/', 'privateAddress'],
  ['https://[::1]/', 'privateAddress'],
  ['https://[fe80::1]/', 'privateAddress'],
  ['https://[fd00::1]/', 'privateAddress'],
  ['https://[::ffff:10.0.0.1]/', 'privateAddress'],
  ['https://[::ffff:a9fe:a9fe]/', 'privateAddress'],
  ['https://localhost/', 'privateAddress'],
  ['https://app.localhost/', 'privateAddress'],
  ['https://erp.local/', 'privateAddress'],
  ['https://ERP.Local./', 'privateAddress'],
  ['https://metadata.google.internal/', 'privateAddress'],
  ['https://intranet/', 'privateAddress'],
  ['http://127.0.0.1:8080/', 'privateAddress'],
  ['http://hooks.example.com/', 'plainHttp'],
  ['https://hooks.example.com:8443/', 'closedPort'],
  ['https://user:word@hooks.example.com/', 'invalidAddress'],
  ['ftp://hooks.example.com/', 'invalidAddress'],
  ['hooks', 'invalidAddress'],
])('%s: %s', (url, fault) => expect(findAddressFault(url, 'webhook', [])).toBe(fault));

test('an entry of OUTBOUND_ALLOW for the purpose permits what would be refused', () => {
  const entries = ['webhook:10.0.0.5:8080', 'erp:10.0.0.6:8080'].flatMap((text) => parseAllowEntry(text) ?? []);
  expect(findAddressFault('http://10.0.0.5:8080/x', 'webhook', entries)).toBeUndefined();
  expect(findAddressFault('http://10.0.0.6:8080/x', 'webhook', entries)).toBe('privateAddress');
  expect(findAddressFault('http://10.0.0.6:8080/x', 'erp', entries)).toBeUndefined();
});
