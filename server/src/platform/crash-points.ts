/**
 * Places where a crash would be most harmful, by name. In production they cost one comparison; the fault kit sets
 * CRASH_AT=name#n to have the process kill itself at the n-th passage.
 */
const messagePoints = [
  'inbox.before-commit',
  'inbox.committed',
  'inbox.processing',
  'inbox.processed',
  'outbox.queued',
  'outbox.claimed',
  'outbox.sent',
  'outbox.recorded',
  'live.send',
  'simulator.acknowledge',
] as const;
const paymentPoints = ['payment.asked', 'payment.heard', 'payment.verified', 'payment.recorded', 'payment.settled'] as const;
const filePoints = ['file.stored', 'file.rendered'] as const;
export const crashPoints = { messages: messagePoints, files: filePoints, payments: paymentPoints } as const;
export type CrashPoint = (typeof messagePoints)[number] | (typeof filePoints)[number] | (typeof paymentPoints)[number];

const [target, nth] = (process.env.CRASH_AT ?? '').split('#');
let passages = 0;

export function crashPoint(name: CrashPoint): void {
  if (name !== target) return;
  passages += 1;
  if (passages === Number(nth ?? 1)) process.kill(process.pid, 'SIGKILL');
}
