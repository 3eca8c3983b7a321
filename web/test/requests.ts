import type { Sent } from './stubs.ts';

/** The last request of one method: what a screen fetches beside it does not count. */
export const lastSent = (sent: readonly Sent[], method: string): Sent | undefined => sent.findLast((request) => request.method === method);
