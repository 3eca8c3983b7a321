import type { SendOutcome, Session } from '../../channels/port.ts';
import { inTime } from '../../platform/in-time.ts';
import type { Claimed, Outcome } from '../outbox/outbox.actions.ts';

/** A provider that says nothing for so long has a fault: the message is tried again, and its place is free for others. */
const longestSend = 120_000;

type Means = {
  session: Session;
  /** Lets so many be with the provider at once, whoever waits longest first. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  record: (outcomes: Outcome[]) => Promise<void>;
  mayGoOn: () => boolean;
};

/** Hands over messages of one conversation, one after the other, until the last one or until one has to wait: then those after it wait as well. */
export async function converse(messages: Claimed[], { session, inTurn, record, mayGoOn }: Means): Promise<void> {
  const recorded: Array<Promise<void>> = [];
  let failure: unknown;
  // Heard at once: nobody waits for it before the next message has left.
  const note = (outcomes: Outcome[]) =>
    void recorded.push(
      record(outcomes).catch((error: unknown) => {
        failure = error;
      }),
    );
  let tried = 0;
  let mayFollow = true;
  while (mayFollow && failure === undefined && tried < messages.length) {
    const outcome = await inTurn(async () => (mayGoOn() ? handOver(session, messages[tried]) : undefined));
    if (!outcome) break;
    note([outcome]);
    tried += 1;
    mayFollow = outcome.result?.outcome !== 'later';
  }
  if (tried < messages.length) note(messages.slice(tried).map(untried));
  await Promise.all(recorded);
  if (failure !== undefined) throw failure;
}

const untried = ({ outboxId, attempts }: Claimed): Outcome => ({ outboxId, attempts, result: undefined, unsure: false });

async function handOver(session: Session, claimed: Claimed | undefined): Promise<Outcome | undefined> {
  if (!claimed) return undefined;
  const { outboxId, attempts, deed, ...message } = claimed;
  try {
    const handed = deed === 'send' ? session.send(message) : session.retract({ id: message.id, chat: message.chat });
    return { outboxId, attempts, result: await inTime(handed, longestSend, 'the provider did not answer'), unsure: false };
  } catch {
    // A fault of the provider is no verdict on the message: it may have left, so it is tried again under the same id.
    const result: SendOutcome = { outcome: 'later', reason: 'noAnswer' };
    return { outboxId, attempts, result, unsure: true };
  }
}
