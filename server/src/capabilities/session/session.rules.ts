export const refreshDays = 7;
/** Grace period for lost replies and concurrent tabs, which are not theft. */
export const graceSeconds = 30;

const dayMilliseconds = 86_400_000;
export const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMilliseconds);

/** How long a session lasts at most, whatever is refreshed. The database function `session_lifetime` repeats it. */
const maxSessionHours = { user: 30 * 24, super: 8 };
const hourMilliseconds = 3_600_000;

/** When a session ends that is refreshed now: never later than its absolute lifetime allows. */
export function sessionExpiry(createdAt: Date, isSuper: boolean, now: Date): Date {
  const lastInstant = createdAt.getTime() + maxSessionHours[isSuper ? 'super' : 'user'] * hourMilliseconds;
  return new Date(Math.min(inDays(now, refreshDays).getTime(), lastInstant));
}

export const secondsBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 1000);

type Session = { expiresAt: Date; revokedAt: Date | null };
/** A token that was shown: when it was given out, when it was first exchanged, and whether one it was exchanged for was used since. */
export type PresentedToken = { issuedAt: Date; usedAt: Date | null; successorUsed: boolean };

/**
 * What a shown refresh token means for its session. Who has used a successor has no reason to bring the one before again; one
 * that we do not know any more was exchanged long ago.
 */
export function judgeRefresh(session: Session, shown: PresentedToken | undefined, now: Date): 'first' | 'again' | 'reused' | 'ended' {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'ended';
  if (shown === undefined) return 'reused';
  if (shown.usedAt === null) return inDays(shown.issuedAt, refreshDays) <= now ? 'ended' : 'first';
  const isRecent = now.getTime() - shown.usedAt.getTime() <= graceSeconds * 1000;
  return isRecent && !shown.successorUsed ? 'again' : 'reused';
}

/** A token names its session, so that any that was used before is known for what it is, however long ago that was. */
export const refreshTokenOf = (sessionId: string, secret: string) => `${sessionId}.${secret}`;
export const sessionNamedBy = (refreshToken: string) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(refreshToken)?.[1];
