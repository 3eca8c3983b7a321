const maxWaitSeconds = 60;

/** Twice as long each time, up to a minute: 1, 2, 4, 8 ... */
export const retryAfterSeconds = (attempts: number) => Math.min(maxWaitSeconds, 2 ** Math.min(attempts - 1, 10));
