import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resumeContext, type WorkContext } from '../work-context.ts';

const header = 'x-request-id';
const wellFormed = /^[\w.-]{8,64}$/;
const contexts = new WeakMap<FastifyRequest, WorkContext>();

/** The context of a request; created now if the request failed before it had one. */
export function contextOf(request: FastifyRequest): WorkContext {
  const known = contexts.get(request) ?? { requestId: idOf(request), address: addressOf(request) };
  contexts.set(request, known);
  return known;
}

/** Each request has an id that its answer and its log lines carry. */
export function assignRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const context = contextOf(request);
    reply.header(header, context.requestId);
    resumeContext(context, done);
  });
  // A body comes from the connection, which knows nothing of the request: after it the context is taken up again.
  app.addHook('preValidation', (request, _reply, done) => resumeContext(contextOf(request), done));
}

/** A socket that serves both families writes an IPv4 address in IPv6 form. */
/** The caller's address. What a proxy passes on unchecked may be any text: then it is the address of the proxy itself. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return address.replace(/^::ffff:(?=[\d.]+$)/, '');
}

/** An id from outside is taken from a proxy that we trust, which shows in that its word about the client's address was taken. */
function idOf(request: FastifyRequest): string {
  const given = request.headers[header];
  const isFromProxy = (request.ips?.length ?? 0) > 1;
  return isFromProxy && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}
