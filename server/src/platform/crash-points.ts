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
const filePoints = ['file.stored', 'file.rendered'] as const;
const companyPoints = ['company.rows-deleted', 'company.file-deleted', 'company.emptied'] as const;
export const crashPoints = { messages: messagePoints, files: filePoints, companies: companyPoints } as const;
export type CrashPoint = (typeof messagePoints)[number] | (typeof filePoints)[number] | (typeof companyPoints)[number];

const [target, nth] = (process.env.CRASH_AT ?? '').split('#');
let passages = 0;

export function crashPoint(name: CrashPoint): void {
  if (name !== target) return;
  passages += 1;
  if (passages === Number(nth ?? 1)) process.kill(process.pid, 'SIGKILL');
}
