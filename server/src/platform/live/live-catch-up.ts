import { setTimeout as sleep } from 'node:timers/promises';
import type { CaughtUp } from '@prosa/contracts/live';
import type { Socket } from 'socket.io';
import type { EventRow } from '../database/fresh-events.ts';
import type { Platform } from '../database/scope.ts';
import { sharedRead } from '../database/shared-read.ts';
import { refuse } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { JsonText } from '../http/json-text.ts';
import { erasedEvent } from './erasure.ts';
import { maxReadSize, readEvents, readHead, type StoredEvent, sizeOf } from './events.ts';
import { hears, listenerOf, payloadOf } from './live-feeds.ts';
import { TokenBucket } from './live-limits.ts';
import { type SubjectOf, stillOpenIn } from './shut-out.ts';

const maxCatchUpEvents = 1_000;
/** How long events read for one browser are cached for others. */
const cacheMilliseconds = 30_000;
const maxCachedCompanies = 32;
const maxRepeats = 20;
/** Sending a long catch-up blocks the process; afterwards the company pauses for this multiple of the time. */
const restFactor = 3;
const maxRestMilliseconds = 500;
/** A company's browsers all come back at once; those that ask on and on do so ten times a second in all. */
const asksBurst = 200;
const restWhenOften = 100;

/** The events after `from` up to `upTo`, as far as anybody has asked for them. */
type EventRange = { from: number; upTo: number; events: StoredEvent[] };
type Company = {
  head: () => Promise<{ head: number; oldest: number }>;
  queue: FairQueue;
  asks: TokenBucket;
  /** Read by one at a time: the next finds what the last has read. */
  reading: Promise<EventRange | undefined>;
  asking: number;
  usedAt: number;
};
type Reply = (answer: JsonText) => void;
/** What a browser asks again before it was answered is answered with it. */
type Asked = { since: number; asks: Array<{ since: number; reply: Reply }> };

/**
 * What browsers missed. All browsers of a company come back at once when a node or a network does, so what one asks for is read once
 * for all of them. The browsers of a company are answered one after the other, its people in turn, with rests in between: however
 * often they ask, other companies' work goes on beside it.
 */
export class CatchUps {
  private readonly companies = new Map<number, Company>();
  private readonly asked = new WeakMap<Socket, Asked>();

  constructor(
    private readonly platform: Platform,
    private readonly subjectOf: SubjectOf,
  ) {}

  /** Answers by current rights, or tells the browser to reload when too many events were missed, or too long ones. */
  async answer(socket: Socket, since: number, reply: Reply): Promise<void> {
    const running = this.asked.get(socket);
    if (running && since >= running.since) {
      if (running.asks.length > maxRepeats) refuse('ERR_TOO_MANY_REQUESTS', { retryAfter: 10 });
      running.asks.push({ since, reply });
      return;
    }
    const { companyId, userId } = listenerOf(socket);
    const company = this.companyOf(companyId);
    const mine = { since, asks: [{ since, reply }] };
    this.asked.set(socket, mine);
    company.asking += 1;
    try {
      while (mine.asks.length > 0 && socket.connected)
        await company.queue.run({ group: String(userId), member: socket.id }, async () => {
          if (!socket.connected) return;
          await this.tell(socket, mine.asks.splice(0), (from) => this.find(companyId, company, from));
          if (!company.asks.take()) await sleep(restWhenOften);
        });
    } finally {
      // From here on nobody would answer what is added to it.
      if (this.asked.get(socket) === mine) this.asked.delete(socket);
      company.asking -= 1;
      company.usedAt = performance.now();
    }
  }

  /**
   * Those who had asked before we look: who asks while they are told may mean what has happened since. Who asks for less than what was
   * too much may be told it.
   */
  private async tell(socket: Socket, asks: Asked['asks'], find: Find): Promise<void> {
    const since = Math.min(...asks.map((each) => each.since));
    const found = await find(since);
    for (const each of asks) {
      const rows = 'reload' in found && each.since !== since ? await find(each.since) : found;
      const begun = performance.now();
      each.reply(answerOf(this.platform, socket, rows, each.since, this.subjectOf));
      const spent = performance.now() - begun;
      if (spent > 1) await sleep(Math.min(spent * restFactor, maxRestMilliseconds));
    }
  }

  private async find(companyId: number, company: Company, since: number): Promise<CaughtUpRows> {
    const { head, oldest } = await company.head();
    if (since === 0 || since > head || since + 1 < oldest || head - since > maxCatchUpEvents) return { reload: true, head };
    const extend = (known: EventRange | undefined) => this.extend(companyId, known, since, head);
    const reading = company.reading.then(extend, () => extend(undefined));
    company.reading = reading;
    const { from, upTo, events } = await reading;
    const hasErased = events.some(({ seq, name }) => seq > since && name === erasedEvent);
    return from > since || upTo < head || hasErased ? { reload: true, head } : { events };
  }

  /** Reads what is still missing before and after what is known, unless it gets too long: then what comes out begins or ends elsewhere. */
  private async extend(companyId: number, known: EventRange | undefined, since: number, head: number): Promise<EventRange> {
    const read = (after: number, limit: number, size?: number) => readEvents(this.platform, companyId, after, limit, size);
    const { from, upTo, events } = known && known.upTo >= since ? known : { from: since, upTo: since, events: [] };
    const before = since < from ? await read(since, from - since, maxReadSize - sizeOf(events)) : [];
    const begin = before.at(-1)?.seq === from ? since : from;
    const after = head > upTo ? await read(upTo, maxCatchUpEvents) : [];
    if (before.length + after.length === 0) return { from: begin, upTo, events };
    const all = [...before, ...events, ...after];
    const last = all.at(-1)?.seq ?? upTo;
    const first = Math.max(begin, Math.min(since, last - maxCatchUpEvents));
    return withinSize({ from: first, upTo: last, events: all.filter(({ seq }) => seq > first) });
  }

  private companyOf(companyId: number): Company {
    const known = this.companies.get(companyId);
    if (known) {
      this.companies.delete(companyId);
      this.companies.set(companyId, known);
      return known;
    }
    this.forget();
    const company: Company = {
      head: sharedRead(() => readHead(this.platform, companyId)),
      queue: new FairQueue({ atOnce: 1, maxWaiting: 5_000, maxOfGroup: 300 }),
      asks: new TokenBucket(asksBurst, 60_000 / restWhenOften),
      reading: Promise.resolve(undefined),
      asking: 0,
      usedAt: performance.now(),
    };
    this.companies.set(companyId, company);
    return company;
  }

  /** The first in the map has not been asked for longest. */
  private forget(): void {
    const old = performance.now() - cacheMilliseconds;
    for (const [id, { asking, usedAt }] of this.companies)
      if (asking === 0 && (usedAt < old || this.companies.size >= maxCachedCompanies)) this.companies.delete(id);
  }
}

type Find = (since: number) => Promise<CaughtUpRows>;
type CaughtUpRows = { reload: true; head: number } | { events: EventRow[] };

/** The newest of them, no more than are read at once. */
function withinSize({ from, upTo, events }: EventRange): EventRange {
  let size = sizeOf(events);
  let cut = 0;
  for (; size > maxReadSize; cut += 1) size -= events[cut]?.size ?? 0;
  return { from: events[cut - 1]?.seq ?? from, upTo, events: events.slice(cut) };
}

function answerOf(platform: Platform, socket: Socket, found: CaughtUpRows, since: number, subjectOf: SubjectOf): JsonText {
  if ('reload' in found) return new JsonText(JSON.stringify(found satisfies CaughtUp));
  const missed = found.events.filter(({ seq }) => seq > since).slice(0, maxCatchUpEvents);
  const isOpen = stillOpenIn(missed, subjectOf);
  const listener = listenerOf(socket);
  const heard = missed.filter((event) => hears(listener, event) && isOpen(event, listener.userId));
  return new JsonText(
    `{"events":[${heard.map((event) => wordsOf(platform, listener.companyId, event)).join(',')}],"head":${missed.at(-1)?.seq ?? since}}`,
  );
}

const words = new WeakMap<EventRow, string>();

/** What is asked for by all browsers of a company is put into words once. */
function wordsOf(platform: Platform, companyId: number, event: EventRow): string {
  const known = words.get(event) ?? JSON.stringify({ seq: event.seq, name: event.name, data: payloadOf(platform, companyId, event) });
  words.set(event, known);
  return known;
}
