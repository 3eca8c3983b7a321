import { type CaughtUp, Head } from '@prosa/contracts/live';
import type { z } from 'zod';
import { isReadBy, Listeners, type Reading } from './listeners.ts';

type Pushed = { seq: number; name: string; data: unknown };
export type FeedCallbacks = {
  /** Ask the server what came after `since`. */
  ask: (since: number) => Promise<CaughtUp>;
  /** Load everything shown afresh. */
  reload: () => void;
};
const maxRemembered = 4000;

/**
 * The order of live events. Every event carries the company's `seq`; each is told once, in order, however it arrived:
 * pushed, or in the answer to `catchUp` after a break. What cannot be told in order makes the screens load afresh.
 */
export class LiveFeed {
  private readonly listeners = new Map<string, Reading[]>();
  private readonly told = new Set<number>();
  private waiting: Pushed[] = [];
  /** Nothing up to here is told any more. */
  private floor = 0;
  private last: number | undefined;
  /** From where on something may be missing; nothing while the channel has held. */
  private owed: number | undefined;
  private started = false;
  private asking = false;
  private askAgain = false;

  constructor(private readonly needs: FeedCallbacks) {}

  /** Every event of this name from now on, as the schema reads it. */
  listen<S extends z.ZodType>(name: string, schema: S, listener: (message: z.output<S>) => void): () => void {
    const known = this.listeners.get(name) ?? [];
    const same = known.find((reading) => isReadBy(reading, schema)) ?? new Listeners(schema);
    if (!known.includes(same)) this.listeners.set(name, [...known, same]);
    return same.add(listener);
  }

  /** An event pushed by the server. During a catch-up it waits for its turn. */
  push(name: string, data: unknown): void {
    const seq = Head.safeParse(data).data?.seq;
    if (seq === undefined) this.tell(name, data);
    else if (this.asking) this.waiting.push({ seq, name, data });
    else this.take({ seq, name, data });
  }

  /** The connection broke: events pushed after it is back do not fill the gap. */
  lost(): void {
    this.owed ??= this.last;
  }

  /** The rooms are joined. The first time, what was fetched before may have missed something. */
  async ready(head: number | undefined): Promise<void> {
    if (this.started) return this.catchUp();
    this.started = true;
    this.floor = Math.max(this.floor, head ?? 0);
    if (head !== undefined) this.last = Math.max(this.last ?? 0, head);
    this.needs.reload();
  }

  /** The server's heartbeat: where the company's events have got to. */
  async head(seq: number): Promise<void> {
    if (this.last === undefined) this.last = seq;
    else if (seq > this.last || this.owed !== undefined) await this.catchUp();
  }

  private async catchUp(): Promise<void> {
    this.askAgain = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.askAgain) {
        this.askAgain = false;
        this.owed ??= this.last ?? 0;
        this.settle(await this.needs.ask(this.owed));
        this.owed = undefined;
      }
    } catch {
      // The connection broke again; the next `ready` or heartbeat asks again, from the same place.
    } finally {
      this.asking = false;
      const held = this.waiting.toSorted((a, b) => a.seq - b.seq);
      this.waiting = [];
      for (const event of held) this.take(event);
    }
  }

  private settle(reply: CaughtUp): void {
    if ('reload' in reply) {
      this.told.clear();
      this.floor = reply.head;
      this.last = reply.head;
      this.needs.reload();
      return;
    }
    for (const event of reply.events.toSorted((a, b) => a.seq - b.seq)) this.take(event);
    this.last = Math.max(this.last ?? 0, reply.head);
  }

  private take({ seq, name, data }: Pushed): void {
    if (seq <= this.floor || this.told.has(seq)) return;
    const late = this.last !== undefined && seq < this.last;
    this.told.add(seq);
    this.last = Math.max(this.last ?? 0, seq);
    this.tell(name, data);
    // Something newer was already told, so this one may have put an older state on the screen.
    if (late) this.needs.reload();
    this.forgetOld();
  }

  private tell(name: string, data: unknown): void {
    const understood = (this.listeners.get(name) ?? []).map((reading) => reading.tell(data));
    // An event of a newer server: what it says can still be had by loading afresh.
    if (understood.includes(false)) this.needs.reload();
  }

  private forgetOld(): void {
    if (this.told.size <= maxRemembered) return;
    const kept = [...this.told].toSorted((a, b) => b - a).slice(0, maxRemembered / 2);
    this.floor = Math.max(this.floor, (kept.at(-1) ?? 1) - 1);
    this.told.clear();
    for (const seq of kept) this.told.add(seq);
  }
}
