import type { FastifyRequest } from 'fastify';
import type { Platform } from '../database/scope.ts';
import type { AccessTokens } from './access-token.ts';
import { claimsOf } from './call-gate.ts';
import { signPicturesInText } from './picture-addresses.ts';

/** Signs the pictures in replies to people with a session, and leaves them out of all other replies. */
export const signPicturesFor =
  ({ secrets, clock }: Platform, tokens: AccessTokens) =>
  async (request: FastifyRequest, text: string): Promise<string> => {
    if (!text.includes('"profilePicUrl"')) return text;
    const claims = await claimsOf(tokens, request);
    return signPicturesInText(claims && { secrets, companyId: claims.companyId, now: clock() }, text);
  };
