import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is wanted as it came too: a signature is over its very bytes. */
    rawBody?: boolean;
  }
}

const bodies = new WeakMap<FastifyRequest, string>();

/** Where the route asks for it. */
export function noteRawBody(request: FastifyRequest, text: string): void {
  if (request.routeOptions.config.rawBody) bodies.set(request, text);
}

export const rawBodyOf = (request: FastifyRequest) => bodies.get(request) ?? '';
