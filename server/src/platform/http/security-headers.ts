import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../boot/config.ts';
import type { Logger } from '../log.ts';

/** Names that the web app gives to its Trusted Types policies (web/src/platform/browser/own-scripts.ts). */
const trustedPolicies = ['prosa-scripts'];

/** What pages use: voice messages, the copy buttons, and players of sounds and videos with those of help videos in a frame. */
const allowedFeatures: Record<string, string> = {
  microphone: '(self)',
  'clipboard-write': '(self)',
  autoplay: '(self "https://www.youtube-nocookie.com")',
  'encrypted-media': '(self "https://www.youtube-nocookie.com")',
  fullscreen: '(self "https://www.youtube-nocookie.com")',
  'picture-in-picture': '(self "https://www.youtube-nocookie.com")',
  // For signing in with passkeys.
  'publickey-credentials-create': '(self)',
  'publickey-credentials-get': '(self)',
};

const deniedFeatures = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const permissionsPolicy = [
  ...Object.entries(allowedFeatures).map(([feature, list]) => `${feature}=${list}`),
  ...deniedFeatures.map((feature) => `${feature}=()`),
].join(', ');

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // The recorder's MP3 encoder is WebAssembly, from our own origin.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        // Help videos, once somebody asks to see one; nothing else is ever shown in a frame.
        frameSrc: ['https://www.youtube-nocookie.com'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // Text becomes markup or the address of a script nowhere, except through these policies.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: trustedPolicies,
      },
    },
    strictTransportSecurity: config.secureCookies ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
}

/** Says once that a proxy speaks TLS while cookies are made for plain HTTP. */
export function warnAboutPlainCookies(app: FastifyInstance, config: Config, log: Pick<Logger, 'warn'>): void {
  let isPending = !config.secureCookies;
  if (!isPending) return;
  app.addHook('onRequest', async (request) => {
    if (!isPending || !isOverTls(request)) return;
    isPending = false;
    log.warn(
      'a proxy in front speaks TLS, but PUBLIC_URL does not begin with https: so cookies are sent without Secure and without HSTS; ' +
        'set PUBLIC_URL to the address that people open, such as https://chat.example.com',
    );
  });
}

const isOverTls = ({ headers }: FastifyRequest) =>
  /^\s*https\b/i.test(String(headers['x-forwarded-proto'] ?? '')) || /\bproto="?https\b/i.test(headers.forwarded ?? '');
