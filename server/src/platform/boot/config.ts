import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { connectionVariables } from './connection-limits.ts';
import { isSafeService, notSafe, outsideVariables } from './outside-variables.ts';
import { checkPayments, paymentVariables } from './payment-variables.ts';
import { StartupError } from './startup-error.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';
import { whatsappWebVariables } from './whatsapp-web.ts';

const roles = ['web', 'worker', 'channels'] as const;

const text = z.string().trim().min(1);
const url = (...protocols: string[]) =>
  text.refine(
    (value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)),
    `must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  );

const unclearProxies =
  'must be the number of proxies in front (1 to 10), or their addresses or networks (10.0.0.0/8, loopback, uniquelocal) ' +
  'with commas between: anything else would believe whatever address a client writes';

/** Every variable the server reads, with what it may be. Empty counts as unset. */
const Environment = z
  .object({
    PORT: z.coerce.number('must be a port number from 0 to 65535').int().min(0).max(65_535).default(3000),
    HOST: text.default('0.0.0.0'),
    DATA_DIR: text.default('./data'),
    DATABASE_URL: url('postgres:', 'postgresql:').optional(),
    REDIS_URL: url('redis:', 'rediss:').optional(),
    PUBLIC_URL: url('http:', 'https:').optional(),
    ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@prosa.local'),
    // The same bounds as any other password; the operator chooses it.
    ADMIN_PASSWORD: z.string().min(5, 'must have at least 5 characters').max(128, 'must have at most 128 characters').optional(),
    /** The mail or web address for vulnerability reports. */
    SECURITY_CONTACT: text
      .refine((value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(value), 'must begin with mailto: or https://')
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    TZ_DEFAULT: text.refine(isZone, 'must be a time zone such as America/Sao_Paulo').default('America/Sao_Paulo'),
    MASTER_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    /** The key before it, until `npm run rotate-key` has sealed everything with the new one. */
    MASTER_KEY_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
    ROLES: z
      .string()
      .default(roles.join(','))
      .transform((list) => list.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(roles, `must be some of ${roles.join(', ')}`)).min(1)),
    RATE_LIMIT_FACTOR: z.coerce.number('must be a number greater than 0').positive().default(1),
    TRUST_PROXY: z
      .string()
      .default('')
      .transform(readTrustedProxies)
      .pipe(z.custom<TrustedProxies>((read) => read !== undefined, unclearProxies)),
    S3_ENDPOINT: url('http:', 'https:').optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    S3_ACCESS_KEY: text.optional(),
    S3_SECRET_KEY: text.optional(),
    /** How long it reports "not ready" and keeps working after a stop signal, so that load balancers notice. */
    DRAIN_NOTICE_SECONDS: z.coerce.number('must be a number of seconds from 0 to 300').min(0).max(300).default(0),
    /** How long running work may take after that, including the stop of the embedded database. */
    DRAIN_SECONDS: z.coerce.number('must be a number of seconds from 1 to 300').min(1).max(300).default(10),
    /** How long what a resolve causes waits for an undo; a little longer than the web app offers one. */
    UNDO_SECONDS: z.coerce.number('must be a number of seconds from 0 to 600').min(0).max(600).default(7),
    /** Token that allows reading /metrics from other machines. */
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    LEASE_SECONDS: z.coerce.number('must be a number of seconds from 1 to 60').min(1).max(60).default(15),
    /** Whether strangers may sign up companies. */
    SIGNUP: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
    ...connectionVariables,
    ...outsideVariables,
    ...whatsappWebVariables,
    ...paymentVariables,
  })
  .superRefine(checkPayments)
  .refine((env) => isSafeService(env.WHATSAPP_CLOUD_URL, 'channel', env.OUTBOUND_ALLOW), { path: ['WHATSAPP_CLOUD_URL'], message: notSafe })
  .refine((env) => !env.S3_BUCKET || (env.S3_ACCESS_KEY && env.S3_SECRET_KEY), {
    path: ['S3_BUCKET'],
    message: 'needs S3_ACCESS_KEY and S3_SECRET_KEY as well',
  });

export type Config = ReturnType<typeof readConfig>;

/** Parses the environment; the first error is reported in one line that names the variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`Configuration: ${String(issue?.path[0] ?? 'environment')} ${issue?.message ?? 'is not valid'}`);
  }
  const env = parsed.data;
  return {
    ...env,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    securityContact: env.SECURITY_CONTACT ?? (given.ADMIN_EMAIL ? `mailto:${env.ADMIN_EMAIL}` : undefined),
    secureCookies: env.PUBLIC_URL?.startsWith('https:') ?? false,
    /** Names this process among the nodes; new on every start, so that an old lease is never mistaken for ours. */
    node: `node-${randomBytes(6).toString('hex')}`,
    storage: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          accessKey: env.S3_ACCESS_KEY ?? '',
          secretKey: env.S3_SECRET_KEY ?? '',
          ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
        }
      : undefined,
  };
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
