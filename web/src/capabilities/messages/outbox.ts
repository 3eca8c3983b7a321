import type { Message } from '@prosa/contracts/messages';

/** A text on its way to the server, shown as a bubble at once. */
export type Outgoing = {
  key: string;
  body: string;
  createdAt: string;
  /** `waiting` for its turn or for the network, `failed` when the server refused it. */
  state: 'waiting' | 'failed';
  /** The newest message known when it was written: the stored copy has a higher id. */
  after: number;
};
export type Outbox = {
  entries: readonly Outgoing[];
  /** Stored messages and the key of the bubble each began as, so that it stays the same element. */
  stored: ReadonlyMap<number, string>;
};
/** Sends one text; asked again with the same key it must not send twice. */
type Post = (entry: Outgoing) => Promise<Message>;
type Deliver = {
  post: Post;
  onStored: (message: Message) => void;
  onRefused: (error: unknown) => void;
  isRefusal: (error: unknown) => boolean;
};

const nothing: Outbox = { entries: [], stored: new Map() };
const pauses = [500, 1000, 2000, 4000];

/**
 * What was written and is not stored yet, by conversation. It outlives the screen, so that leaving a ticket loses nothing,
 * and sends one at a time, so that the customer reads in the order of writing.
 */
export class Outboxes {
  private readonly boxes = new Map<string, Outbox>();
  private readonly busy = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly pause: (milliseconds: number) => Promise<void> = untilLaterOrOnline) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read(conversation: string): Outbox {
    return this.boxes.get(conversation) ?? nothing;
  }

  send(conversation: string, entry: Omit<Outgoing, 'state'>, deliver: Deliver): void {
    this.change(conversation, ({ entries, ...box }) => ({ ...box, entries: [...entries, { ...entry, state: 'waiting' }] }));
    void this.work(conversation, deliver);
  }

  retry(conversation: string, key: string, deliver: Deliver): void {
    this.set(conversation, key, 'waiting');
    void this.work(conversation, deliver);
  }

  discard(conversation: string, key: string): void {
    this.change(conversation, ({ entries, ...box }) => ({ ...box, entries: entries.filter((entry) => entry.key !== key) }));
  }

  private async work(conversation: string, deliver: Deliver): Promise<void> {
    if (this.busy.has(conversation)) return;
    this.busy.add(conversation);
    try {
      for (let next = this.next(conversation); next; next = this.next(conversation)) await this.deliver(conversation, next, deliver);
    } finally {
      this.busy.delete(conversation);
    }
  }

  private next(conversation: string): Outgoing | undefined {
    return this.read(conversation).entries.find((entry) => entry.state === 'waiting');
  }

  private async deliver(conversation: string, entry: Outgoing, { post, onStored, onRefused, isRefusal }: Deliver): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const message = await post(entry);
        // First the stored copy, still hidden as an echo, then its bubble: no moment shows both or neither.
        onStored(message);
        this.change(conversation, ({ entries, stored }) => ({
          entries: entries.filter((other) => other.key !== entry.key),
          stored: new Map(stored).set(message.id, entry.key),
        }));
        return;
      } catch (error) {
        if (isRefusal(error)) {
          this.set(conversation, entry.key, 'failed');
          onRefused(error);
          return;
        }
        // Unreachable: the same text with the same key goes again when there may be a way.
        await this.pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0);
      }
    }
  }

  private set(conversation: string, key: string, state: Outgoing['state']): void {
    this.change(conversation, ({ entries, ...box }) => ({
      ...box,
      entries: entries.map((entry) => (entry.key === key ? { ...entry, state } : entry)),
    }));
  }

  private change(conversation: string, change: (box: Outbox) => Outbox): void {
    this.boxes.set(conversation, change(this.read(conversation)));
    for (const listener of this.listeners) listener();
  }
}

function untilLaterOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    window.addEventListener('online', go);
  });
}

/**
 * What the person sees as their thread. A stored copy of a text still on its way may be heard before its own reply;
 * it stays hidden until the reply says which bubble it is, so that nothing ever shows twice.
 */
export function withoutEchoes(messages: readonly Message[], { entries, stored }: Outbox, userId: number): Message[] {
  const waiting = entries.filter((entry) => entry.state === 'waiting');
  if (waiting.length === 0) return [...messages];
  const after = Math.min(...waiting.map((entry) => entry.after));
  return messages.filter((message) => !(message.fromMe && message.id > after && message.user?.id === userId && !stored.has(message.id)));
}
