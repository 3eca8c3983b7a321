import type { SendOutcome, Session } from '../../channels/port.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Claimed, Outcome } from '../outbox/outbox.actions.ts';

/** Timeout of one send: the message is retried later and its slot is free for others. */
const maxSendMilliseconds = 120_000;

type SendingContext = {
  session: Session;
  /** Limits concurrent sends; waiting callers are served in order. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  record: (outcomes: Outcome[]) => Promise<void>;
  mayGoOn: () => boolean;
};

/** Sends the messages of one conversation in order. If one must be retried, the ones after it wait as well. */
export async function sendConversation(messages: Claimed[], { session, inTurn, record, mayGoOn }: SendingContext): Promise<void> {
  const recorded: Array<Promise<void>> = [];
  let failure: unknown;
  // Recorded in the background: the next message does not wait for it.
  const note = (outcomes: Outcome[]) =>
    void recorded.push(
      record(outcomes).catch((error: unknown) => {
        failure = error;
      }),
    );
  let tried = 0;
  let mayFollow = true;
  while (mayFollow && failure === undefined && tried < messages.length) {
    const outcome = await inTurn(async () => (mayGoOn() ? handToProvider(session, messages[tried]) : undefined));
    if (!outcome) break;
    note([outcome]);
    tried += 1;
    mayFollow = outcome.result?.outcome !== 'later';
  }
  if (tried < messages.length) note(messages.slice(tried).map(notAttempted));
  await Promise.all(recorded);
  if (failure !== undefined) throw failure;
}

const notAttempted = ({ outboxId, attempts }: Claimed): Outcome => ({ outboxId, attempts, result: undefined, unsure: false });

async function handToProvider(session: Session, claimed: Claimed | undefined): Promise<Outcome | undefined> {
  if (!claimed) return undefined;
  const { outboxId, attempts, ...deed } = claimed;
  try {
    const result = await withTimeout(handDeed(session, deed), maxSendMilliseconds, 'the provider did not answer');
    return { outboxId, attempts, result, unsure: result.outcome === 'later' && result.reason === 'noAnswer', isText: isText(deed) };
  } catch {
    // A provider error says nothing about the message: it may have been sent, so it is retried under the same id.
    const result: SendOutcome = { outcome: 'later', reason: 'noAnswer' };
    return { outboxId, attempts, result, unsure: true };
  }
}

const isText = ({ deed, media, data, quotedId }: Deed) => deed === 'send' && media === null && data === null && quotedId === null;

type Deed = Omit<Claimed, 'outboxId' | 'attempts'>;

/** Edits and reactions say what is to stand, so that handed over twice they come to the same. */
async function handDeed(session: Session, { deed, fromMe, participant, emoji, isTooLate, ...message }: Deed): Promise<SendOutcome> {
  const { id, chat, body } = message;
  if (deed === 'send') return session.send(message);
  if (deed === 'retract') return session.retract({ id, chat });
  if (deed === 'react') return session.react({ id, chat, fromMe, participant, emoji: emoji ?? '' });
  return isTooLate ? { outcome: 'failed', reason: 'messageGone' } : session.edit({ id, chat, body });
}
