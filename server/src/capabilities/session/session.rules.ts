export const refreshDays = 7;
/** Two tabs may refresh with the same token at the same moment, and an answer may get lost on its way; that is no theft. */
export const graceSeconds = 10;

type Rotation = { refreshHash: string; previousHash: string | null; rotatedAt: Date; expiresAt: Date; revokedAt: Date | null };

/** What a presented refresh token means for its session. Once its successor was handed over, nobody has a reason to bring it again. */
export function judgeRefresh(
  session: Rotation,
  presentedHash: string,
  now: Date,
  handedOver = false,
): 'current' | 'just-rotated' | 'reused' | 'ended' {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'ended';
  if (presentedHash === session.refreshHash) return 'current';
  const isRecent = presentedHash === session.previousHash && now.getTime() - session.rotatedAt.getTime() <= graceSeconds * 1000;
  return isRecent && !handedOver ? 'just-rotated' : 'reused';
}

/** A token names its session, so that any that was used before is known for what it is, however long ago that was. */
export const refreshTokenOf = (sessionId: string, secret: string) => `${sessionId}.${secret}`;
export const sessionNamedBy = (refreshToken: string) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(refreshToken)?.[1];
