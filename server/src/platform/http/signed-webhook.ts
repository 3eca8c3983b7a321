import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isSameText } from '../crypto-tokens.ts';
import { refuse } from '../errors.ts';
import type { CallerKind, KnownCaller } from './callers.ts';
import { rawBodyOf } from './raw-body.ts';

/** What a signature can be over, as it came. */
export type SignedCall = Pick<FastifyRequest, 'headers' | 'query' | 'params'> & { rawBody: string };

/** Whose call it is, and for which company; nothing where the signature is missing or wrong. It compares with `isSameText`. */
export type VerifySignature<Who> = (call: SignedCall) => Promise<KnownCaller<Who> | undefined>;

/**
 * Callers who are known by signing what they send, each route in its own way. Nothing else limits them: a provider repeats itself
 * until it is heard.
 */
export const signedBy = <Who>(verify: VerifySignature<Who>): CallerKind<Who> => ({
  policy: 'signed',
  rawBody: true,
  identify: async (_http, request) => {
    const { headers, query, params } = request;
    return (await verify({ headers, query, params, rawBody: rawBodyOf(request) })) ?? refuse('ERR_INVALID_SIGNATURE');
  },
});

/** Whether a text was signed with this secret, as most providers do it: the HMAC in hexadecimal. */
export const isSignedWith = (secret: string | Buffer, text: string, given: unknown): boolean =>
  typeof given === 'string' && isSameText(given.toLowerCase(), createHmac('sha256', secret).update(text).digest('hex'));
