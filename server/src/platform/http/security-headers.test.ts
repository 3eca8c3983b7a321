import { describe, expect, test } from 'vitest';
import { readConfig } from '../boot/config.ts';
import { openHttpServer } from './http-server.ts';
import { serveSecurityTxt } from './security-txt.ts';

async function openApp(environment: Record<string, string> = {}) {
  const warnings: string[] = [];
  const log = Object.assign(Object.create(null), { warn: (text: string) => void warnings.push(text) });
  const config = readConfig(environment);
  const app = await openHttpServer(config, log);
  app.get('/here', async () => ({ ok: true }));
  serveSecurityTxt(app, config, () => new Date('2026-03-01T12:00:00Z'));
  const get = (headers: Record<string, string> = {}, url = '/here') => app.inject({ url, headers });
  return { get, warnings, close: () => app.close() };
}

describe('a proxy that speaks TLS', () => {
  test.each([
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['X-Forwarded-Proto of two proxies', { 'x-forwarded-proto': 'https,http' }],
    ['Forwarded', { forwarded: 'for=192.0.2.1;proto=https;by=203.0.113.43' }],
  ])('is warned about once when PUBLIC_URL is unset: %s', async (_name, headers) => {
    const { get, warnings, close } = await openApp();
    await get();
    await get({ 'x-forwarded-proto': 'http' });
    expect(warnings).toEqual([]);
    for (let call = 0; call < 3; call += 1) await get(headers);
    expect(warnings).toEqual([expect.stringMatching(/PUBLIC_URL/)]);
    await close();
  });

  test('is nothing to warn about when PUBLIC_URL begins with https:', async () => {
    const { get, warnings, close } = await openApp({ PUBLIC_URL: 'https://atende.exemplo.com' });
    await get({ 'x-forwarded-proto': 'https' });
    expect(warnings).toEqual([]);
    await close();
  });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';

  test('names the contact, an end within a year, the languages and its own address', async () => {
    const { get, close } = await openApp({ SECURITY_CONTACT: 'https://exemplo.com/seguranca', PUBLIC_URL: 'https://atende.exemplo.com/' });
    const answer = await get({ accept: 'text/html' }, path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body.split('\n')).toEqual([
      'Contact: https://exemplo.com/seguranca',
      'Expires: 2026-08-28T12:00:00.000Z',
      'Preferred-Languages: pt, en, es',
      'Canonical: https://atende.exemplo.com/.well-known/security.txt',
      '',
    ]);
    await close();
  });

  test('falls back to the admin’s mail where that was set, and is not there otherwise', async () => {
    const [set, unset] = [await openApp({ ADMIN_EMAIL: 'ana@exemplo.com' }), await openApp()];
    expect((await set.get({}, path)).body).toMatch(/^Contact: mailto:ana@exemplo\.com\nExpires: .*\nPreferred-Languages: pt, en, es\n$/);
    const answer = await unset.get({}, path);
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }]);
    await Promise.all([set.close(), unset.close()]);
  });

  test.each(['ana@exemplo.com', 'http://exemplo.com', 'mailto:', 'mailto:a@b c'])('SECURITY_CONTACT=%s is refused at start', (contact) => {
    expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('Configuration: SECURITY_CONTACT must begin with mailto: or https://');
  });
});
