/** One whose sending fails for a fault of ours is tried again this many times, at growing intervals. */
export const maxAttempts = 5;
export const retryAfterSeconds = (attempts: number): number => Math.min(300, 2 ** attempts * 5);

const minute = 60_000;

/** Whether it is too late to send what was meant for another time. */
export const isTooLate = ({ sendAt, now, maxDelayMinutes }: { sendAt: Date; now: Date; maxDelayMinutes: number }): boolean =>
  now.getTime() - sendAt.getTime() > maxDelayMinutes * minute;
