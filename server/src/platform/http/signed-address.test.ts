import { beforeAll, describe, expect, test } from 'vitest';
import { openSecrets, type Secrets } from '../boot/secrets.ts';
import { newMediaKey } from '../storage/storage.ts';
import { signAddress, verifyAddress } from './signed-address.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const key = newMediaKey(12);
let secrets: Secrets;
beforeAll(async () => {
  secrets = await openSecrets({ masterKey: 'ab'.repeat(32), file: '/nowhere' });
});

function open(address: string, at = now, by = secrets) {
  const url = new URL(address, 'http://localhost');
  return verifyAddress(by, { key: url.pathname.slice('/public/'.length), query: Object.fromEntries(url.searchParams) }, at);
}

describe('a signed address', () => {
  test('opens its file until it expires', () => {
    const address = signAddress(secrets, { key, companyId: 12, expires: later(600) });
    expect(address).toMatch(/^\/public\/12\/[0-9a-f]{2}\/[0-9A-Z]{26}\?e=\d+&s=[\w-]{43}$/);
    expect(open(address)).toEqual({ key, companyId: 12 });
    expect(open(address, later(599))).toBeDefined();
    expect(open(address, later(600))).toBeUndefined();
    expect(open(address, later(1e6))).toBeUndefined();
  });

  test('is good for one variant of the file', () => {
    const whole = signAddress(secrets, { key, companyId: 12, expires: later(600) });
    const small = signAddress(secrets, { key, companyId: 12, expires: later(600), variant: 'thumbnail' });
    expect(open(small)).toEqual({ key, companyId: 12, variant: 'thumbnail' });
    expect(open(small.replace('&v=thumbnail', ''))).toBeUndefined();
    expect(open(`${whole}&v=thumbnail`)).toBeUndefined();
    expect(open(small.replace('thumbnail', 'poster'))).toBeUndefined();
  });

  test('opens nothing when any character of it is changed', () => {
    const address = signAddress(secrets, { key, companyId: 12, expires: later(600), variant: 'small' });
    for (let at = '/public/'.length; at < address.length; at += 1) {
      for (const other of ['0', 'A', 'a', '-', '_', '/', '']) {
        const bent = address.slice(0, at) + other + address.slice(at + 1);
        if (bent !== address) expect(open(bent), bent).toBeUndefined();
      }
    }
  });

  test('of one installation opens nothing in another', async () => {
    const others = await openSecrets({ masterKey: 'cd'.repeat(32), file: '/nowhere' });
    expect(open(signAddress(secrets, { key, companyId: 12, expires: later(600) }), now, others)).toBeUndefined();
  });

  test('is not made for a file of another company, for a path, or for a strange variant', () => {
    expect(() => signAddress(secrets, { key, companyId: 1, expires: later(600) })).toThrow();
    expect(() => signAddress(secrets, { key: '../../etc/passwd', companyId: 12, expires: later(600) })).toThrow();
    expect(() => signAddress(secrets, { key, companyId: 12, expires: later(600), variant: 'a\nb' })).toThrow();
    expect(() => signAddress(secrets, { key, companyId: 12, expires: new Date(Number.NaN) })).toThrow();
  });

  test('is answered with nothing, never an error, whatever a stranger sends', () => {
    const { searchParams } = new URL(signAddress(secrets, { key, companyId: 12, expires: later(600) }), 'http://localhost');
    const [e, s] = [searchParams.get('e'), searchParams.get('s')];
    for (const query of [
      undefined,
      null,
      'e=1',
      [],
      {},
      { e },
      { s },
      { e: [e, e], s },
      { e, s: [s] },
      { e, s, v: [] },
      { e, s, v: '' },
      { e: `0${e}`, s },
      { e: `${e}.0`, s },
      { e: '1e12', s },
      { e: 'Infinity', s },
      { e, s: `${s}=` },
      { e: {}, s: {} },
    ]) {
      expect(verifyAddress(secrets, { key, query }, now)).toBeUndefined();
    }
    for (const path of ['', '..', `${key}/..`, `/${key}`, '%2e%2e', '\0'])
      expect(verifyAddress(secrets, { key: path, query: { e, s } }, now)).toBeUndefined();
    expect(verifyAddress(secrets, { key, query: { e, s } }, now)).toBeDefined();
  });
});
