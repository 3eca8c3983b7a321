import type { FastifyRequest } from 'fastify';
import { verifyPassword } from '../../platform/crypto-tokens.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { openGuesses } from '../../platform/http/guesses.ts';
import type { Http } from '../../platform/http/http.ts';
import { clientAddress, isTrustedOf, sourceOf } from '../../platform/http/trusted-proxy.ts';
import { findLogin, type Login } from './session.queries.ts';
import { failureBuckets, isDeviceToken, type LoginSource } from './sign-in.rules.ts';

export const deviceCookie = 'jrd';
export type PasswordGuesses = ReturnType<typeof openPasswordGuesses>;

export const isRefusal = (error: unknown, code: Refusal['code']) => error instanceof Refusal && error.code === code;

/** Checks passwords of accounts. Wrong ones count against one budget, at the login and at a change of one's own account. */
export function openPasswordGuesses(http: Http) {
  const guess = openGuesses(http.limiter);
  const isTrusted = isTrustedOf(http.config.TRUST_PROXY);
  const sourceOfCall = ({ raw, cookies }: FastifyRequest): LoginSource => ({
    device: isDeviceToken(cookies[deviceCookie]) ? cookies[deviceCookie] : undefined,
    address: sourceOf(clientAddress(raw, isTrusted)),
  });

  /** Runs a check of the account's password; a refusal with this code counts as a wrong guess. */
  async function check<T>(email: string, source: LoginSource, wrong: Refusal['code'], work: (login: Login | undefined) => Promise<T>) {
    const login = await findLogin(http.platform, email, source);
    const account = login && { userId: login.id, deviceKnown: login.device_known, addressKnown: login.address_known };
    return guess(
      failureBuckets(email, account, source),
      () => work(login),
      (error) => isRefusal(error, wrong),
    );
  }

  /** Returns the password hash that a signed-in user's current password matches. */
  function confirmPassword(request: FastifyRequest, email: string, password: string): Promise<string> {
    const source = sourceOfCall(request);
    return check(email, source, 'ERR_WRONG_PASSWORD', async (login) => {
      const asker = { group: `address:${source.address}`, member: String(login?.id ?? '') };
      const isRight = await verifyPassword(login?.password_hash, password, asker);
      return login && isRight ? login.password_hash : refuse('ERR_WRONG_PASSWORD');
    });
  }

  return { guess, sourceOfCall, check, confirmPassword };
}
