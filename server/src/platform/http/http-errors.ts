import type { FastifyError, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isTransient, isUnstorable } from '../database/database.ts';
import { Refusal } from '../errors.ts';

/** More of what is wrong with a request nobody reads. */
const maxDetails = 20;
/** Paths may hold keys of the request, as long as the caller likes. */
const maxDetailLength = 200;

/** Converts any error into a refusal of the contract. */
export function asRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof z.ZodError) {
    return new Refusal('ERR_VALIDATION', {
      details: error.issues.slice(0, maxDetails).map(({ path, message }) => ({
        path: path.join('.').slice(0, maxDetailLength),
        message: message.slice(0, maxDetailLength),
      })),
    });
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal('ERR_TOO_LARGE');
  if (status === 415) return new Refusal('ERR_UNSUPPORTED_TYPE');
  if (status && status >= 400 && status < 500) return new Refusal('ERR_VALIDATION');
  const causes = errorChain(error);
  if (causes.some(isUnstorable)) return new Refusal('ERR_VALIDATION');
  return new Refusal(causes.some((each) => isTransient(each) || isAborted(each)) ? 'ERR_UNAVAILABLE' : 'ERR_INTERNAL');
}

const maxCauseDepth = 8;

/** The error and what is behind it: libraries wrap what the database said, some of them twice. */
function errorChain(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (let each = error; each instanceof Error && all.length < maxCauseDepth; each = each.cause) {
    all.push(each);
    if (each instanceof AggregateError) all.push(...each.errors.slice(0, maxCauseDepth));
  }
  return all;
}

/**
 * The transaction had failed before, by a lock that did not come or a connection that went, and this is only who noticed. Work in
 * the background must not take it for passing, or it would repeat a fault of its own for ever; a person may try again.
 */
const isAborted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';

const secondsToWait: Record<number, number> = { 429: 60, 503: 2 };

/** Sends Retry-After where the client should retry. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const seconds = refusal.extra.retryAfter ?? secondsToWait[refusal.status];
  if (seconds !== undefined) reply.header('retry-after', String(Number(seconds)));
  return reply.code(refusal.status).send({ error: refusal.code, ...refusal.extra });
}
