import { type CaughtUp, Head } from '@prosa/contracts/live';

type Listener = (data: unknown) => void;
type Pushed = { seq: number; name: string; data: unknown };
export type FeedNeeds = {
  /** Ask the server what came after `since`. */
  ask: (since: number) => Promise<CaughtUp>;
  /** Load everything shown afresh. */
  reload: () => void;
};
const mostRemembered = 4000;

/**
 * The order of live events. Every event carries the company's `seq`; each is told once, in order, however it arrived:
 * pushed, or in the answer to `catchUp` after a break. What cannot be told in order makes the screens load afresh.
 */
export function createLiveFeed({ ask, reload }: FeedNeeds) {
  const listeners = new Map<string, Set<Listener>>();
  const told = new Set<number>();
  let waiting: Pushed[] = [];
  let floor = 0;
  let last: number | undefined;
  /** From where on something may be missing; nothing while the channel has held. */
  let owed: number | undefined;
  let asking = false;
  let askAgain = false;

  function tell(name: string, data: unknown): void {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(data);
  }

  function take({ seq, name, data }: Pushed): void {
    if (seq <= floor || told.has(seq)) return;
    const late = last !== undefined && seq < last;
    told.add(seq);
    last = Math.max(last ?? 0, seq);
    tell(name, data);
    // Something newer was already told, so this one may have put an older state on the screen.
    if (late) reload();
    forgetOld();
  }

  function forgetOld(): void {
    if (told.size <= mostRemembered) return;
    const kept = [...told].sort((a, b) => b - a).slice(0, mostRemembered / 2);
    floor = Math.max(floor, (kept.at(-1) ?? 1) - 1);
    told.clear();
    for (const seq of kept) told.add(seq);
  }

  function settle(reply: CaughtUp): void {
    if ('reload' in reply) {
      told.clear();
      floor = reply.head;
      last = reply.head;
      reload();
      return;
    }
    for (const event of reply.events.toSorted((a, b) => a.seq - b.seq)) take(event);
    last = Math.max(last ?? 0, reply.head);
  }

  async function catchUp(): Promise<void> {
    if (asking) {
      askAgain = true;
      return;
    }
    asking = true;
    try {
      do {
        askAgain = false;
        owed ??= last ?? 0;
        settle(await ask(owed));
        owed = undefined;
      } while (askAgain);
    } catch {
      // The connection broke again; the next `ready` or heartbeat asks again, from the same place.
    } finally {
      asking = false;
      const held = waiting.toSorted((a, b) => a.seq - b.seq);
      waiting = [];
      for (const event of held) take(event);
    }
  }

  return {
    listen(name: string, listener: Listener): () => void {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    /** An event pushed by the server. During a catch-up it waits for its turn. */
    push(name: string, data: unknown): void {
      const seq = Head.safeParse(data).data?.seq;
      if (seq === undefined) tell(name, data);
      else if (asking) waiting.push({ seq, name, data });
      else take({ seq, name, data });
    },
    /** The connection broke: events pushed after it is back do not fill the gap. */
    lost(): void {
      owed ??= last;
    },
    /** The rooms are joined. Without any `seq` known, what was shown until now may have missed something. */
    async ready(head: number | undefined): Promise<void> {
      if (last !== undefined) return catchUp();
      if (head !== undefined) {
        floor = head;
        last = head;
      }
      reload();
    },
    /** The server's heartbeat: where the company's events have got to. */
    async head(seq: number): Promise<void> {
      if (last === undefined) last = seq;
      else if (seq > last || owed !== undefined) await catchUp();
    },
  };
}
export type LiveFeed = ReturnType<typeof createLiveFeed>;
