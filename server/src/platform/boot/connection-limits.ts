import { z } from 'zod';

const seconds = (usual: number) => z.coerce.number('must be a number of seconds greater than 0').positive().max(3600).default(usual);
const count = z.coerce.number('must be a whole number greater than 0').int().positive();

/** Timeouts and limits of connections. */
export const connectionVariables = {
  /** From the first byte of a request, or from connecting, to the end of its head. */
  HTTP_HEAD_SECONDS: seconds(15),
  /** A body may take this long, and longer by what has come of it at the rate below. */
  HTTP_BODY_SECONDS: seconds(60),
  /** Bytes a second: half of what a phone on a weak line manages. */
  HTTP_BODY_RATE: count.default(16_000),
  /** Nothing of a body comes, or nothing of an answer is taken. */
  HTTP_STALL_SECONDS: seconds(60),
  /** A connection kept for a next request. */
  HTTP_IDLE_SECONDS: seconds(65),
  /** An office of 200 agents behind one address, each with six connections and a live one, has 1,400. */
  HTTP_CONNECTIONS_PER_ADDRESS: count.default(2000),
  HTTP_CONNECTIONS: count.optional(),
};
export type ConnectionLimits = z.output<z.ZodObject<typeof connectionVariables>>;
