import pino from 'pino';
import { workContext } from './work-context.ts';

export type Logger = pino.Logger;

/** Logs contain ids only. Names, numbers, texts, addresses and secrets are redacted. */
const hidden = ['password', 'token', 'authorization', 'cookie', 'body', 'email', 'phone', 'number', 'name', 'qrcode', 'secret', 'refresh'];

export function openLog(level: string, destination: pino.DestinationStream = pino.destination(1)): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    // Adds the ids of request, company, user or job to every line.
    mixin: () => {
      const { address: _, ...ids } = workContext() ?? {};
      return ids;
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: hidden.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), remove: true },
    serializers: { err: (error: unknown) => describe(error) },
  };
  return pino(options, destination);
}

const maxMessageLength = 300;

/** An error without the values it carries: PostgreSQL puts the offending row into `detail`. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  const cause: unknown = error.cause instanceof Error ? describe(error.cause) : undefined;
  // drizzle repeats the statement's parameters in its message
  const plain = message
    .replace(/\nparams: [\s\S]*$/, '')
    .replace(/\s+/g, ' ')
    .slice(0, maxMessageLength);
  return { type: name, message: plain, code, cause, stack: stack?.replace(message, plain) };
}
