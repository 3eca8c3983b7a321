import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../boot/config.ts';
import { Refusal, refuse } from '../errors.ts';
import type { Logger } from '../log.ts';
import { resumeContext } from '../work-context.ts';
import { asRefusal, sendRefusal } from './http-errors.ts';
import { parseJson } from './json-body.ts';
import { assignRequestIds, contextOf } from './request-context.ts';
import { bodyLimits, endConnection } from './route.ts';
import { sendSecurityHeaders, warnAboutPlainCookies } from './security-headers.ts';
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
    bodyLimit: bodyLimits.public,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: replyUnreadable,
  });
  boundConnections(app.server, config, isTrusted, log);
  assignRequestIds(app);
  // A client may name JSON and send nothing (DELETE, POST without body): that is an empty body, not a mistake.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => parseJson(text));
  // The same goes for the kind that tools name by habit when they post nothing.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(text === '' ? null : new Refusal('ERR_UNSUPPORTED_TYPE')),
  );
  await app.register(cookie);
  await app.register(multipart);
  await sendSecurityHeaders(app, config);
  warnAboutPlainCookies(app, config, log);
  app.addHook('preParsing', async (request, reply) => {
    // Bodies that no route reads.
    if (request.is404 || request.method === 'GET' || request.method === 'HEAD') endConnection(request, reply);
    if (request.is404) refuse('ERR_NOT_FOUND');
  });
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
