import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../boot/secrets.ts';
import type { Clock } from '../clock.ts';

const lifetimeSeconds = 60 * 60;
const issuer = 'prosa';
const audience = 'prosa-billing';

/** An admin of a company that is overdue, who may see its invoices, pay them and hear that they are paid; nothing else. */
export type BillingClaims = { userId: number; companyId: number; expires: number };

export type BillingTokens = ReturnType<typeof openBillingTokens>;

/** A bearer of its own kind: another key and another audience than the access token, so that neither passes for the other. */
export function openBillingTokens(secrets: Secrets, clock: Clock) {
  const key = secrets.derive('billing-token');
  return {
    async sign({ userId, companyId }: Pick<BillingClaims, 'userId' | 'companyId'>): Promise<string> {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ uid: userId, cid: companyId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(key);
    },

    async verify(token: string): Promise<BillingClaims | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, audience, currentDate: clock() });
        const { uid, cid, exp } = payload;
        if (typeof uid !== 'number' || typeof cid !== 'number' || typeof exp !== 'number') return undefined;
        return { userId: uid, companyId: cid, expires: exp * 1000 };
      } catch {
        return undefined;
      }
    },
  };
}
