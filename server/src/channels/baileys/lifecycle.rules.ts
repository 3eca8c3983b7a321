import type { SessionReason } from '@prosa/contracts/connections';

/** What has become of the attempts since the connection stood last. */
export type Attempts = {
  /** Attempts that failed in a row. */
  failed: number;
  restarts: number;
  replaced: number;
  /** When the first of them failed. */
  since: number | undefined;
};
export const noAttempts: Attempts = { failed: 0, restarts: 0, replaced: 0, since: undefined };

export type Closing = {
  /** WhatsApp's code; undefined for a socket that never came to one. */
  code: number | undefined;
  /** For how long the connection had stood. */
  stood: number;
  isPaired: boolean;
  now: number;
  beforeTakingBack?: number | undefined;
};

export type Next =
  /** Without a reason where nothing was wrong: it is how a pairing ends, for one. */
  | { next: 'again'; after: number; attempts: Attempts; why?: SessionReason }
  | { next: 'end'; status: 'DISCONNECTED' | 'TIMEOUT'; why: SessionReason; forget: boolean };

const maxRestarts = 5;
const maxBadSessions = 4;
const giveUpMilliseconds = 120_000;
const longestPause = 60_000;
const defaultTakeBack = 30_000;
const steadyMilliseconds = 60_000;
const end = (status: 'DISCONNECTED' | 'TIMEOUT', why: SessionReason, forget = false): Next => ({ next: 'end', status, why, forget });

/** What to do about a closed socket. `random` is from 0 to 1. */
export function afterClose(
  before: Attempts,
  { code, stood, isPaired, now, beforeTakingBack = defaultTakeBack }: Closing,
  random: number,
): Next {
  const attempts = forgiven(before, stood);
  if (code === 515 && attempts.restarts < maxRestarts)
    return { next: 'again', after: 0, attempts: { ...attempts, restarts: attempts.restarts + 1 } };
  if (code === 401 || code === 419) return end('DISCONNECTED', 'loggedOut', true);
  if (code === 403) return end('DISCONNECTED', 'banned');
  if (code === 405) return end('DISCONNECTED', 'versionRefused');
  if (code === 411) return end('DISCONNECTED', 'badSession', true);
  // No fight with whoever took the connection over: once it may be taken back, a while later.
  if (code === 440)
    return attempts.replaced > 0
      ? end('DISCONNECTED', 'replaced')
      : { next: 'again', after: beforeTakingBack, attempts: { ...attempts, replaced: 1 }, why: 'replaced' };
  if (code === 408 && !isPaired) return end('DISCONNECTED', 'qrExpired');
  return tryLater(attempts, { code, now }, random);
}

/** A connection that came about starts anew; one that stood for a while has also forgotten restarts and rivals. */
function forgiven(before: Attempts, stood: number): Attempts {
  if (stood >= steadyMilliseconds) return noAttempts;
  return stood > 0 ? { ...before, failed: 0, since: undefined } : before;
}

function tryLater(attempts: Attempts, { code, now }: Pick<Closing, 'code' | 'now'>, random: number): Next {
  const failed = attempts.failed + 1;
  const since = attempts.since ?? now;
  const isBad = code === 500;
  if (isBad && failed > maxBadSessions) return end('DISCONNECTED', 'badSession');
  if (now - since >= giveUpMilliseconds) return end('TIMEOUT', 'noNetwork');
  const pause = Math.min(longestPause, 1_000 * 2 ** (failed - 1));
  const after = Math.round(pause * (0.75 + random / 2));
  return { next: 'again', after, attempts: { ...attempts, failed, since }, why: isBad ? 'badSession' : 'lost' };
}
