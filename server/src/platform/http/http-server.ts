import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../boot/config.ts';
import { Refusal } from '../errors.ts';
import type { Logger } from '../log.ts';
import { resumeContext } from '../work-context.ts';
import { asRefusal, sendRefusal } from './http-errors.ts';
import { noteRawBody } from './raw-body.ts';
import { assignRequestIds, contextOf } from './request-context.ts';
import { boundConnections } from './tcp-connections.ts';
import { isTrustedOf } from './trusted-proxy.ts';

/** The last change to a reply that is text, for the caller who gets it. */
export type PresentText = (request: FastifyRequest, text: string) => Promise<string>;

/** The HTTP server with headers, limits and error handling, without routes. */
export async function openHttpServer(
  config: Config,
  log: Logger,
  present: PresentText = async (_request, text) => text,
): Promise<FastifyInstance> {
  const isTrusted = isTrustedOf(config.TRUST_PROXY);
  const app = Fastify({
    trustProxy: isTrusted,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: replyUnreadable,
  });
  boundConnections(app.server, config, isTrusted, log);
  assignRequestIds(app);
  // A client may name JSON and send nothing (DELETE, POST without body): that is an empty body, not a mistake.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    noteRawBody(request, String(text));
    parseJson(String(text), done);
  });
  // The same goes for the kind that tools name by habit when they post nothing.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(text === '' ? null : new Refusal('ERR_UNSUPPORTED_TYPE')),
  );
  await app.register(cookie);
  await app.register(multipart);
  await app.register(helmet, headers(config));
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onSend', async (request, _reply, payload) => (typeof payload === 'string' ? present(request, payload) : payload));
  app.addHook('onSend', compress);
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500)
      resumeContext(contextOf(request), () =>
        log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed'),
      );
    return sendRefusal(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'ERR_NOT_FOUND' }));
  return app;
}

const minCompressBytes = 4096;
const pack = promisify(gzip);

/**
 * A page of messages or tickets is mostly the same names again and again, and phones wait for every kilobyte. Sizes tell a listener
 * nothing here: answers of any length are given to a token that no other site can send.
 */
async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minCompressBytes) return payload;
  reply.header('vary', 'accept-encoding');
  if (!request.headers['accept-encoding']?.includes('gzip')) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return pack(payload, { level: constants.Z_BEST_SPEED });
}

/** Malformed URLs are also answered with an error of the contract. */
function replyUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  reply.header('x-request-id', contextOf(request).requestId);
  reply.code(refusal.status).send({ error: refusal.code });
}

function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, text === '' ? undefined : JSON.parse(text, reviveStorable));
  } catch {
    done(new Refusal('ERR_VALIDATION', { details: [{ path: '', message: 'invalidJson' }] }));
  }
}

/** Drops prototypes, and the two things a text may hold that no database keeps: the null sign and half a letter. */
function reviveStorable(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

function headers(config: Config) {
  return {
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
      },
    },
    strictTransportSecurity: config.secureCookies ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  };
}
