import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return 'no complaint';
}

describe('a mistake in the environment is said in one line that names the variable', () => {
  test.each([
    ['PORT', 'eighty', 'must be a port number from 0 to 65535'],
    ['PORT', '65536', 'must be a port number from 0 to 65535'],
    ['PORT', '-1', 'must be a port number from 0 to 65535'],
    ['PORT', '80.5', 'must be a port number from 0 to 65535'],
    ['HOST', '  ', ''],
    ['DATABASE_URL', 'mysql://localhost/prosa', 'must be an address beginning with postgres:// or postgresql://'],
    ['REDIS_URL', 'localhost:6379', 'must be an address beginning with redis:// or rediss://'],
    ['PUBLIC_URL', 'atende.exemplo.com', 'must be an address beginning with http:// or https://'],
    ['ADMIN_EMAIL', 'admin', 'must be an e-mail address'],
    ['WHATSAPP_WEB_URL', 'ws://exemplo.com/ws', 'must be an address beginning with wss://, or with ws:// on this machine'],
    ['WHATSAPP_WEB_URL', 'ws://127.0.0.1:5000/ws', 'no complaint'],
    ['WHATSAPP_WEB_VERSION', '2.3000', 'must be three numbers with dots, such as 2.3000.1043857760'],
    ['WHATSAPP_WEB_ROOT_KEY', 'abc', 'must be 32 bytes in hex or base64'],
    ['WHATSAPP_WEB_MEDIA_URL', 'http://10.0.0.1', 'must be an address beginning with https://, or with http:// on this machine'],
    ['ADMIN_PASSWORD', 'vinte', 'no complaint'],
    ['ADMIN_PASSWORD', 'dois', 'must have at least 5 characters'],
    ['ADMIN_PASSWORD', 'x'.repeat(129), 'must have at most 128 characters'],
    ['LOG_LEVEL', 'loud', '"info"'],
    ['TZ_DEFAULT', 'Brasilia', 'must be a time zone such as America/Sao_Paulo'],
    ['MASTER_KEY', 'short', 'must have at least 32 characters'],
    ['ROLES', 'web,cook', 'must be some of web, worker, channels'],
    ['ROLES', ',', 'must be some of web, worker, channels'],
    ['RATE_LIMIT_FACTOR', 'many', 'must be a number greater than 0'],
    ['RATE_LIMIT_FACTOR', '0', 'must be a number greater than 0'],
    ['TRUST_PROXY', 'yes', 'must be the number of proxies in front'],
    ['S3_ENDPOINT', 'minio:9000', 'must be an address beginning with http:// or https://'],
    ['S3_BUCKET', 'media', 'needs S3_ACCESS_KEY and S3_SECRET_KEY as well'],
    ['DRAIN_NOTICE_SECONDS', '-1', 'must be a number of seconds from 0 to 300'],
    ['DRAIN_NOTICE_SECONDS', 'a while', 'must be a number of seconds from 0 to 300'],
    ['UNDO_SECONDS', '-1', 'must be a number of seconds from 0 to 600'],
    ['UNDO_SECONDS', 'later', 'must be a number of seconds from 0 to 600'],
    ['LEASE_SECONDS', '0', 'must be a number of seconds from 1 to 60'],
    ['LEASE_SECONDS', 'soon', 'must be a number of seconds from 1 to 60'],
    ['WHATSAPP_CLOUD_URL', 'graph.facebook.com', 'must be an address such as https://service.example'],
    ['WHATSAPP_CLOUD_URL', 'https://user:word@graph.facebook.com', 'must be an address such as https://service.example'],
    ['WHATSAPP_CLOUD_URL', 'http://graph.facebook.com', 'must begin with https://'],
    ['WHATSAPP_CLOUD_URL', 'http://127.0.0.1:4000/', 'no complaint'],
    ['WHATSAPP_CLOUD_VERSION', '25', 'must be a version such as v25.0'],
    ['OUTBOUND_ALLOW', 'http://erp.example/', 'must be host or host:port'],
    ['PAYMENT_PROVIDER', 'paypal', 'must be manual, efi or asaas'],
    ['PAYMENT_POLL_SECONDS', '0', 'must be a number of seconds from 1 to 86400'],
    ['EFI_URL', 'http://pix.example', 'must begin with https://'],
    ['ASAAS_URL', 'asaas', 'must be an address such as https://service.example'],
    ['OUTBOUND_ALLOW', 'a b', 'must be host or host:port'],
    ['OUTBOUND_ALLOW', 'erp.example, mail:a.example:25', '"mail:a.example:25" is neither'],
    ['OUTBOUND_ALLOW', 'erp:', 'must be host or host:port'],
    ['OUTBOUND_ALLOW', 'a.example:0', 'must be host or host:port'],
    ['OUTBOUND_ALLOW', 'a.example:65536', 'must be host or host:port'],
    ['OUTBOUND_ALLOW', '[fd00::zz]', 'must be host or host:port'],
    ['PIX_KEY', 'x'.repeat(78), 'must have at most 77 characters'],
  ])('%s=%s', (name, value, said) => {
    const message = complaint({ [name]: value });
    if (said === 'no complaint') return expect(message).toBe(said);
    expect(message.startsWith(`Configuration: ${name} `), message).toBe(true);
    expect(message).toContain(said);
    expect(message).not.toContain('\n');
  });
});

test('a payment provider says at the start what it lacks', () => {
  const efi = { PAYMENT_PROVIDER: 'efi', EFI_CLIENT_ID: 'a', EFI_CLIENT_SECRET: 'b', EFI_PIX_KEY: 'c', EFI_WEBHOOK_SECRET: 'd' };
  for (const name of ['EFI_CLIENT_ID', 'EFI_CLIENT_SECRET', 'EFI_PIX_KEY', 'EFI_WEBHOOK_SECRET'])
    expect(complaint({ ...efi, [name]: '' })).toBe(`Configuration: ${name} is needed with PAYMENT_PROVIDER=efi`);
  expect(complaint(efi)).toContain('Configuration: EFI_CERTIFICATE is needed');
  expect(complaint({ ...efi, EFI_URL: 'http://127.0.0.1:3001' })).toBe('no complaint');
  expect(complaint({ PAYMENT_PROVIDER: 'asaas', ASAAS_KEY: 'k' })).toContain('Configuration: ASAAS_WEBHOOK_TOKEN is needed');
});

test('a secret that is refused is not repeated on the console', () => {
  expect(complaint({ ADMIN_PASSWORD: 'dois' })).not.toContain('dois');
  expect(complaint({ MASTER_KEY: 'short' })).not.toContain('short');
});

test('everything has a default, and an empty variable counts as unset', () => {
  const nothing = readConfig({});
  expect(nothing).toMatchObject({
    PORT: 3000,
    HOST: '0.0.0.0',
    dataDir: resolve('data'),
    ADMIN_EMAIL: 'admin@prosa.local',
    TZ_DEFAULT: 'America/Sao_Paulo',
    LOG_LEVEL: 'info',
    ROLES: ['web', 'worker', 'channels'],
    RATE_LIMIT_FACTOR: 1,
    TRUST_PROXY: 0,
    DRAIN_NOTICE_SECONDS: 0,
    OUTBOUND_ALLOW: [],
    WHATSAPP_CLOUD_URL: 'https://graph.facebook.com',
    WHATSAPP_CLOUD_VERSION: 'v25.0',
    secureCookies: false,
  });
  for (const unset of [nothing.DATABASE_URL, nothing.REDIS_URL, nothing.ADMIN_PASSWORD, nothing.storage]) expect(unset).toBeUndefined();
  const empty = readConfig({ PORT: '', DATABASE_URL: '', ADMIN_PASSWORD: '', ROLES: '' });
  expect({ ...empty, node: '' }).toEqual({ ...nothing, node: '' });
});

test('an https address makes cookies secure, and its last slash makes no difference', () => {
  expect(readConfig({ PUBLIC_URL: 'https://atende.exemplo.com/' })).toMatchObject({
    publicUrl: 'https://atende.exemplo.com',
    secureCookies: true,
  });
});

test('a service is reached without TLS where the operator allows that very place', () => {
  const inside = { WHATSAPP_CLOUD_URL: 'http://cloud.inside:8080', OUTBOUND_ALLOW: 'ERP.inside, cloud.inside:8080' };
  expect(readConfig(inside)).toMatchObject({
    WHATSAPP_CLOUD_URL: 'http://cloud.inside:8080',
    OUTBOUND_ALLOW: [{ host: 'erp.inside' }, { host: 'cloud.inside', port: 8080 }],
  });
  expect(readConfig({ ...inside, OUTBOUND_ALLOW: 'channel:cloud.inside:8080' }).OUTBOUND_ALLOW).toEqual([
    { purpose: 'channel', host: 'cloud.inside', port: 8080 },
  ]);
  for (const OUTBOUND_ALLOW of ['cloud.inside:9090', 'cloud.inside', 'erp:cloud.inside:8080'])
    expect(complaint({ ...inside, OUTBOUND_ALLOW })).toContain('WHATSAPP_CLOUD_URL must begin with https://');
});

test('no two starts take the same name among the nodes', () => {
  expect(readConfig({}).node).not.toBe(readConfig({}).node);
});
