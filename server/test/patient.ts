/** For waiting on work done elsewhere: long enough for a machine that does much else, over as soon as the thing has happened. */
export const patient = { timeout: 90_000, interval: 50 };
