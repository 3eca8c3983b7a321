import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isSameText } from '../crypto-tokens.ts';
import { refuse } from '../errors.ts';
import type { CallerKind, KnownCaller } from './callers.ts';
import { type Http, limit } from './http.ts';
import { rawBodyOf, refundBody } from './route.ts';
import { sourceOf } from './trusted-proxy.ts';

/** The parts of a call that can identify its caller. */
export type ProvedCall = Pick<FastifyRequest, 'headers' | 'query' | 'params'>;
/** What a signature can be over, as it came. */
export type SignedCall = ProvedCall & { rawBody: Buffer };

/** Whose call it is, and for which company; undefined when the proof is missing or wrong. It compares with `isSameText`. */
export type Verify<Call, Who> = (call: Call) => Promise<KnownCaller<Who> | undefined>;

/**
 * Callers who sign what they send, each route in its own way. The signature is verified over the bytes before they are parsed. Right
 * signatures are not limited: a provider repeats its call until it is answered.
 */
export const signedBy = <Who>(verify: Verify<SignedCall, Who>): CallerKind<Who> => ({
  policy: 'signed',
  rawBody: true,
  identify: async (http, request) => {
    const { headers, query, params } = request;
    const caller = await verify({ headers, query, params, rawBody: rawBodyOf(request) });
    if (!caller) return refuseSignature(http, request);
    refundBody(http, request);
    return caller;
  },
});

/** The same for callers who show a secret beside the body: whoever does not is refused before the body is read. */
export const provedBy = <Who>(verify: Verify<ProvedCall, Who>): CallerKind<Who> => ({
  policy: 'signed',
  identify: async (http, { headers, query, params, ip }) => (await verify({ headers, query, params })) ?? refuseSignature(http, { ip }),
});

/** Refuses a call whose signature is wrong, and counts it against the address that it came from. */
export async function refuseSignature(http: Http, { ip }: Pick<FastifyRequest, 'ip'>): Promise<never> {
  await limit(http, 'failedSignature', sourceOf(ip));
  refuse('ERR_INVALID_SIGNATURE');
}

/** Whether bytes were signed with this secret, as most providers do it: the HMAC in hexadecimal. */
export const isSignedWith = (secret: string | Buffer, bytes: Buffer, given: unknown): boolean =>
  typeof given === 'string' && isSameText(given.toLowerCase(), createHmac('sha256', secret).update(bytes).digest('hex'));
