import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../boot/secrets.ts';
import type { Clock } from '../clock.ts';

export const accessMinutes = 15;
const issuer = 'prosa';
const remembered = 5_000;

/** What a signed token says; everything else about its holder is read fresh from the database. */
export type AccessClaims = { sessionId: string; userId: number; companyId: number };

export type AccessTokens = ReturnType<typeof openAccessTokens>;

export function openAccessTokens(secrets: Secrets, clock: Clock) {
  const key = secrets.derive('access-token');
  const seen = new Map<string, { claims: AccessClaims; expires: number }>();

  return {
    async sign({ sessionId, userId, companyId }: AccessClaims): Promise<string> {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ sid: sessionId, uid: userId, cid: companyId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + accessMinutes * 60)
        .sign(key);
    },

    /** The claims of a valid token. Verified tokens are cached, since checking a signature is expensive. */
    async verify(token: string): Promise<AccessClaims | undefined> {
      const known = seen.get(token);
      if (known && known.expires > clock().getTime()) return known.claims;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience: issuer,
          currentDate: clock(),
        });
        const { sid, uid, cid, exp } = payload;
        if (typeof sid !== 'string' || typeof uid !== 'number' || typeof cid !== 'number' || typeof exp !== 'number') return undefined;
        const claims = { sessionId: sid, userId: uid, companyId: cid };
        if (seen.size >= remembered) seen.clear();
        seen.set(token, { claims, expires: exp * 1000 });
        return claims;
      } catch {
        return undefined;
      }
    },

    /** Whether a token was signed here and is only too old: for the signature alone any time before its end will do. */
    async isExpired(token: string): Promise<boolean> {
      const checks = { algorithms: ['HS256'], issuer, audience: issuer, currentDate: new Date(0) };
      return jwtVerify(token, key, checks).then(
        () => true,
        () => false,
      );
    },
  };
}
