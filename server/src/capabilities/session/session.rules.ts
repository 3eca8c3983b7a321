export const refreshDays = 7;
/** Two tabs may refresh with the same token at the same moment; that is no theft. */
const graceSeconds = 10;

type Rotation = { refreshHash: string; previousHash: string | null; rotatedAt: Date; expiresAt: Date; revokedAt: Date | null };

/** What a presented refresh token means for its session. */
export function judgeRefresh(session: Rotation, presentedHash: string, now: Date): 'current' | 'just-rotated' | 'reused' | 'ended' {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'ended';
  if (presentedHash === session.refreshHash) return 'current';
  return now.getTime() - session.rotatedAt.getTime() <= graceSeconds * 1000 ? 'just-rotated' : 'reused';
}
