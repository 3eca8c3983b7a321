import type { Message, MessageInput } from '@prosa/contracts/messages';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type OutboxStore, storedTexts } from './outbox-store.ts';

export type Quoted = NonNullable<Message['quotedMsg']>;
/** A file being sent: what its bubble shows until it is stored. */
export type Attached = Pick<Message, 'mediaType' | 'data'> & { file: File; url: string; voice: boolean };

/** A text or file being sent, shown as a bubble at once. */
export type Outgoing = {
  key: string;
  /** Idempotency key of all attempts. Replaced only after a refusal, which the server remembers. */
  sendKey: string;
  body: string;
  createdAt: string;
  /** `waiting` for its turn or for the network, `failed` when the server refused it. */
  state: 'waiting' | 'failed';
  /** The newest message known when it was written: the stored copy has a higher id. */
  after: number;
  quoted?: Quoted | undefined;
  attached?: Attached | undefined;
  /** An approved template instead of the body, which is how it reads filled in. */
  template?: MessageInput['template'];
  /** The code the server refused it with. */
  failure?: string | undefined;
  /** Upload progress from 0 to 1. */
  progress?: number | undefined;
};
export type Draft = Omit<Outgoing, 'state' | 'sendKey' | 'progress' | 'failure'>;
export type Outbox = {
  entries: readonly Outgoing[];
  /** Stored messages and the key of the bubble each began as, so that it stays the same element. */
  stored: ReadonlyMap<number, string>;
};
type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void };
export type Deliver = {
  /** Sends one entry; asked again with the same key it must not send twice. */
  post: (entry: Outgoing, way: SendOptions) => Promise<Message>;
  onStored: (message: Message) => void;
  onRefused: (error: unknown) => void;
  isRefusal: (error: unknown) => boolean;
  /** Asked first of what was refused: true when its writer has it back and no bubble is left of it. */
  takesBack?: (error: unknown, entry: Outgoing) => boolean;
};

const nothing: Outbox = { entries: [], stored: new Map() };
const pauses = [500, 1000, 2000, 4000];
const maxStored = 500;

/**
 * What was written and is not stored yet, by conversation. It outlives the screen, and texts outlive the page, so that
 * leaving loses nothing. It sends one at a time, so that the customer reads in the order of writing.
 */
export class Outboxes {
  private readonly boxes = new Map<string, Outbox>();
  private readonly busy = new Set<string>();
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly pause: (milliseconds: number) => Promise<void> = waitOrOnline,
    private readonly store: OutboxStore = storedTexts,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read(conversation: string): Outbox {
    return this.boxes.get(conversation) ?? nothing;
  }

  /** Restores unsent texts of an earlier page. */
  resume(conversation: string, deliver: Deliver): void {
    const held = new Set(this.read(conversation).entries.map(({ key }) => key));
    const left = this.store.load(conversation).filter(({ key }) => !held.has(key));
    if (left.length === 0) return;
    this.change(conversation, ({ entries, ...box }) => ({ ...box, entries: [...left, ...entries] }));
    void this.work(conversation, deliver);
  }

  send(conversation: string, draft: Draft, deliver: Deliver): void {
    const entry: Outgoing = { ...draft, sendKey: draft.key, state: 'waiting' };
    this.store.save(conversation, entry);
    this.change(conversation, ({ entries, ...box }) => ({ ...box, entries: [...entries, entry] }));
    void this.work(conversation, deliver);
  }

  retry(conversation: string, key: string, deliver: Deliver): void {
    this.update(conversation, key, { state: 'waiting', sendKey: crypto.randomUUID(), progress: undefined, failure: undefined });
    void this.work(conversation, deliver);
  }

  discard(conversation: string, key: string): void {
    const gone = this.read(conversation).entries.find((entry) => entry.key === key);
    this.forget(conversation, key);
    this.running.get(key)?.abort();
    if (gone?.attached) URL.revokeObjectURL(gone.attached.url);
  }

  /** Files that are not sent yet: unlike texts they are in memory only. */
  countUnstored(): number {
    return [...this.boxes.values()].flatMap(({ entries }) => entries).filter(({ attached }) => attached).length;
  }

  clear(): void {
    for (const [conversation, { entries }] of this.boxes) for (const { key } of entries) this.discard(conversation, key);
  }

  /** True once an entry is stored, false once it is refused or thrown away. */
  settled(conversation: string, key: string): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        const { entries, stored } = this.read(conversation);
        if (entries.some((entry) => entry.key === key && entry.state === 'waiting')) return;
        stop();
        resolve([...stored.values()].includes(key));
      };
      const stop = this.subscribe(look);
      look();
    });
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

  private async deliver(conversation: string, entry: Outgoing, way: Deliver): Promise<void> {
    const { post, onStored, isRefusal } = way;
    for (let attempt = 0; this.holds(conversation, entry.key); attempt++) {
      try {
        const message = await this.attempt(conversation, entry, post);
        // First the stored copy, still hidden as an echo, then its bubble: no moment shows both or neither.
        onStored(message);
        if (this.holds(conversation, entry.key)) this.settle(conversation, entry, message);
        return;
      } catch (error) {
        if (!this.holds(conversation, entry.key)) return;
        if (isRefusal(error)) {
          this.refuse(conversation, entry, error, way);
          return;
        }
        // Unreachable: retried with the same key when the network may be back.
        await this.pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0);
      }
    }
  }

  private refuse(conversation: string, entry: Outgoing, error: unknown, { onRefused, takesBack }: Deliver): void {
    if (takesBack?.(error, entry)) {
      this.forget(conversation, entry.key);
      return;
    }
    const failure = error instanceof ApiError ? error.code || undefined : undefined;
    this.update(conversation, entry.key, { state: 'failed', progress: undefined, failure });
    onRefused(error);
  }

  private async attempt(conversation: string, entry: Outgoing, post: Deliver['post']): Promise<Message> {
    const control = new AbortController();
    this.running.set(entry.key, control);
    const onProgress = (progress: number) => this.update(conversation, entry.key, { progress });
    try {
      return await post(entry, { signal: control.signal, onProgress });
    } finally {
      this.running.delete(entry.key);
    }
  }

  private settle(conversation: string, entry: Outgoing, message: Message): void {
    this.store.remove(conversation, entry.key);
    this.change(conversation, ({ entries, stored }) => ({
      entries: entries.filter((other) => other.key !== entry.key),
      stored: new Map([...[...stored].slice(-maxStored), [message.id, entry.key]]),
    }));
    if (entry.attached) URL.revokeObjectURL(entry.attached.url);
  }

  private holds(conversation: string, key: string): boolean {
    return this.read(conversation).entries.some((entry) => entry.key === key);
  }

  private forget(conversation: string, key: string): void {
    this.store.remove(conversation, key);
    this.change(conversation, ({ entries, ...box }) => ({ ...box, entries: entries.filter((entry) => entry.key !== key) }));
  }

  private update(conversation: string, key: string, news: Partial<Pick<Outgoing, 'state' | 'sendKey' | 'progress' | 'failure'>>): void {
    this.change(conversation, ({ entries, ...box }) => ({
      ...box,
      entries: entries.map((entry) => (entry.key === key ? { ...entry, ...news } : entry)),
    }));
    const changed = this.read(conversation).entries.find((entry) => entry.key === key);
    if (changed && news.state) this.store.save(conversation, changed);
  }

  private change(conversation: string, change: (box: Outbox) => Outbox): void {
    this.boxes.set(conversation, change(this.read(conversation)));
    for (const listener of this.listeners) listener();
  }
}

function waitOrOnline(milliseconds: number): Promise<void> {
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
