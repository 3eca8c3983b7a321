import { expect, test } from 'vitest';
import { isAllowed, parseAllowEntry } from './outbound-allow.ts';

test.each([
  ['erp.example', { host: 'erp.example' }],
  ['ERP.Example:8080', { host: 'erp.example', port: 8080 }],
  ['erp:10.0.0.5:8080', { purpose: 'erp', host: '10.0.0.5', port: 8080 }],
  ['Webhook:hooks.inside', { purpose: 'webhook', host: 'hooks.inside' }],
  ['storage:9000', { host: 'storage', port: 9000 }],
  ['storage:minio:9000', { purpose: 'storage', host: 'minio', port: 9000 }],
  ['[::1]', { host: '::1' }],
  ['::1', { host: '::1' }],
  ['[FD00::5]:8080', { host: 'fd00::5', port: 8080 }],
  ['erp:[fd00:0::5]:8080', { purpose: 'erp', host: 'fd00::5', port: 8080 }],
  ['channel:fd00::5', { purpose: 'channel', host: 'fd00::5' }],
])('reads %s', (text, entry) => expect(parseAllowEntry(text)).toEqual(entry));

test.each(['', ':', 'a b', 'http://a.example', 'a.example/', 'a:b', 'mail:a.example:25', 'erp:', 'a.example:99999', '[fd00::zz]', '*'])(
  'does not read %j',
  (text) => expect(parseAllowEntry(text)).toBeUndefined(),
);

test.each([
  ['https://a.example/', 'a.example', true],
  ['https://a.example:443/', 'a.example', true],
  ['https://a.example:8443/', 'a.example', false],
  ['http://a.example:443/', 'a.example', false],
  ['http://a.example/', 'a.example', false],
  ['http://a.example:8080/', 'a.example:8080', true],
  ['https://a.example:8080/', 'a.example:8080', true],
  ['http://a.example/', 'a.example:80', true],
  ['http://[fd00::5]:8080/', '[fd00::5]:8080', true],
  ['https://[FD00:0::5]/', 'fd00::5', true],
  ['http://2130706433:8080/', '127.0.0.1:8080', true],
  ['http://b.example:8080/', 'a.example:8080', false],
])('whether %s is opened by %s: %s', (url, text, isOpen) => {
  const entry = parseAllowEntry(text);
  expect(isAllowed(new URL(url), 'erp', entry ? [entry] : [])).toBe(isOpen);
});

test('holds for its purpose only, and never for link previews', () => {
  const [url, erp, all] = [new URL('http://a.example:81/'), parseAllowEntry('erp:a.example:81'), parseAllowEntry('a.example:81')];
  if (!erp || !all) throw new Error('the entries are not read');
  expect([isAllowed(url, 'erp', [erp]), isAllowed(url, 'webhook', [erp])]).toEqual([true, false]);
  expect([isAllowed(url, 'webhook', [all]), isAllowed(url, 'link-preview', [all])]).toEqual([true, false]);
});
