import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import { bearerOf } from './call-gate.ts';
import type { Http, Route } from './http.ts';
import { addressOf } from './request-context.ts';
import { sourceOf } from './trusted-proxy.ts';

/** The largest bodies in bytes. Files have limits of their own (uploads.ts). */
export const bodyLimits = {
  /** Logging in, staying logged in and logging out. */
  auth: 8 * 1024,
  /** Bodies of unknown callers. */
  public: 64 * 1024,
  /** Bodies of known callers, unless the route sets another limit. */
  known: 256 * 1024,
  /** Texts of 65,536 letters, each of them escaped. */
  longText: 512 * 1024,
  /** Whole trees and lists. */
  bulk: 1024 * 1024,
};

/** Bytes that unknown callers may send per address and minute (byte-budget.ts). */
export const unknownBytesPerMinute = 4 * 1024 * 1024;

export type RouteOptions = {
  /** Refuses unknown callers before any of the body is read. Without it every caller is unknown. */
  identify?: ((request: FastifyRequest) => Promise<unknown>) | undefined;
  /** The handler gets the body as bytes: a signature is over them, and is verified before they are parsed. */
  rawBody?: boolean | undefined;
  bodyLimit?: number;
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The same server for routes with another limit than the default of their policy. */
export const withBodyLimit = (http: Http, bodyLimit: number): Http => ({ ...http, bodyLimit });

export const bodyLimitOf = ({ bodyLimit }: Pick<Http, 'bodyLimit'>, { policy }: Pick<Route, 'policy'>): number =>
  bodyLimit ?? (policy === 'public' ? bodyLimits.public : bodyLimits.known);

export function addRoute(http: Http, route: Route, handler: Handler, { identify, rawBody = false }: RouteOptions): void {
  const { method, path: url } = route.endpoint;
  const bodyLimit = bodyLimitOf(http, route);
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) => {
    if (identify) await identify(request).catch((error: unknown) => refuseUnread(http, request, reply, error));
    if (rawBody) countUnverified(http, request, reply, bodyLimit);
    else if (!identify) countUnknown(http, request, reply, bodyLimit);
  };
  const options = { method, url, handler, bodyLimit, preParsing };
  if (!rawBody) return void http.app.route(options);
  void http.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    scope.route(options);
  });
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Infinity while nobody knows: the body comes in chunks. */
export function bodyBytesOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Closes the connection after the reply, so that the rest of a large body is never read. */
export function endConnection(request: FastifyRequest, reply: FastifyReply): void {
  if (bodyBytesOf(request) > bodyLimits.public) reply.header('connection', 'close');
}

/** A browser whose token is only too old sends the rest of its file before it reads the reply, and then refreshes. */
async function refuseUnread({ tokens }: Http, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<never> {
  const token = bearerOf(request);
  if (token === undefined || !(await tokens.isExpired(token))) endConnection(request, reply);
  throw error;
}

function countUnknown(http: Http, request: FastifyRequest, reply: FastifyReply, bodyLimit: number): void {
  const bytes = bodyBytesOf(request);
  if (bytes === 0) return;
  if (bytes > bodyLimit) reply.header('connection', 'close');
  if (bytes > bodyLimit && bytes !== Number.POSITIVE_INFINITY) refuse('ERR_TOO_LARGE');
  // A login is never refused because a neighbour behind the same address has spent the budget.
  if (bytes <= bodyLimits.auth) http.unknownBytes.charge(sourceOf(addressOf(request)), bytes);
  else takeBytes(http, request, reply, bodyLimit);
}

/** A small body is always read and verified: right signatures are not limited, whoever else calls from their address. */
function countUnverified(http: Http, request: FastifyRequest, reply: FastifyReply, bodyLimit: number): void {
  const bytes = bodyBytesOf(request);
  if (bytes > bodyLimits.public) takeBytes(http, request, reply, bodyLimit);
  else http.unknownBytes.charge(sourceOf(addressOf(request)), bytes);
  // The type is not read: what is not signed answers 401, whatever it claims to be.
  request.headers['content-type'] = 'application/octet-stream';
}

/** Takes back what a body counted whose signature turned out to be right. */
export function refundBody({ unknownBytes }: Http, request: FastifyRequest): void {
  unknownBytes.refund(sourceOf(addressOf(request)), Math.min(bodyBytesOf(request), request.routeOptions.bodyLimit));
}

function takeBytes({ unknownBytes }: Http, request: FastifyRequest, reply: FastifyReply, bodyLimit: number): void {
  const { ok, retryAfterSeconds } = unknownBytes.take(sourceOf(addressOf(request)), Math.min(bodyBytesOf(request), bodyLimit));
  if (ok) return;
  reply.header('connection', 'close');
  refuse('ERR_TOO_MANY_REQUESTS', { retryAfter: retryAfterSeconds });
}
