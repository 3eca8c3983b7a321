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
/** Of files that are fetched after their message. */
const fetchPoints = ['fetch.claimed', 'fetch.stored', 'fetch.recorded'] as const;
const cloudPoints = ['cloud.webhook-stored', 'cloud.sent'] as const;
/** Of WhatsApp by QR code: a message is decrypted, committed, and its keys are stored; one has left us, and its answer has come. */
const baileysPoints = ['baileys.received', 'baileys.committed', 'baileys.keys', 'baileys.sent', 'baileys.answered'] as const;
/** Of the bot: it has decided what to do, and what it says is stored; none of it is committed. */
const botPoints = ['bot.decided', 'bot.stored'] as const;
const companyPoints = ['company.rows-deleted', 'company.file-deleted', 'company.emptied'] as const;
/** Of a look-up of a bill: it is somebody's, its answer is there, and it has been told in a transaction that is not committed yet. */
const billPoints = ['bill.claimed', 'bill.found', 'bill.answered'] as const;
/** Of a schedule: it is locked, and its message is stored in a transaction that is not committed yet. */
const schedulePoints = ['schedule.claimed', 'schedule.stored'] as const;
/** Of a campaign: whom it is the turn of is known, and their message is stored in a transaction that is not committed yet. */
const campaignPoints = ['campaign.claimed', 'campaign.stored'] as const;
/** Of webhooks: events have become deliveries that are not committed yet; some have arrived, which nobody knows yet. */
const webhookPoints = ['webhook.noted', 'webhook.sent'] as const;
/** Crash points of an erasure: after a batch is committed; after files are deleted, before that is recorded. */
const erasurePoints = ['erasure.batch', 'erasure.files'] as const;
export const crashPoints = {
  messages: messagePoints,
  files: filePoints,
  fetches: fetchPoints,
  cloud: cloudPoints,
  baileys: baileysPoints,
  bot: botPoints,
  companies: companyPoints,
  payments: paymentPoints,
  bills: billPoints,
  schedules: schedulePoints,
  campaigns: campaignPoints,
  webhooks: webhookPoints,
  erasures: erasurePoints,
} as const;
export type CrashPoint = (typeof crashPoints)[keyof typeof crashPoints][number];

const [target, nth] = (process.env.CRASH_AT ?? '').split('#');
let passages = 0;

export function crashPoint(name: CrashPoint): void {
  if (name !== target) return;
  passages += 1;
  if (passages === Number(nth ?? 1)) process.kill(process.pid, 'SIGKILL');
}
