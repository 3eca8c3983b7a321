import { expect, test } from 'vitest';
import { failureBuckets, isDeviceToken } from './sign-in.rules.ts';

const at = { device: 'd', address: '203.0.113.7' };
const keys = (account: Parameters<typeof failureBuckets>[1]) =>
  failureBuckets('ana@exemplo.com', account, at).map(({ name, key, onRight }) => `${name} ${key} ${onRight}`);

test.each([
  ['nobody’s account', undefined, ['failedLoginFromAddress 203.0.113.7 giveBack', 'failedLoginOfAccount ana@exemplo.com giveBack']],
  [
    'a stranger at somebody’s account',
    { userId: 7, deviceKnown: false, addressKnown: false },
    ['failedLoginFromAddress 203.0.113.7 giveBack', 'failedLoginOfAccount ana@exemplo.com giveBack'],
  ],
  [
    'an address of its owner',
    { userId: 7, deviceKnown: false, addressKnown: true },
    ['failedLoginFromAddress 203.0.113.7 giveBack', 'failedLoginOfAccount address 7 203.0.113.7 clear'],
  ],
  [
    'a device of its owner, wherever it is',
    { userId: 7, deviceKnown: true, addressKnown: false },
    ['failedLoginOfAccount device 7 d clear'],
  ],
])('a wrong password from %s', (_who, account, counted) => {
  expect(keys(account)).toEqual(counted);
});

test('only what we gave out is a device', () => {
  expect(isDeviceToken('a'.repeat(43))).toBe(true);
  for (const other of [undefined, '', 'a', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`]) expect(isDeviceToken(other)).toBe(false);
});
