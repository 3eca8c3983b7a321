import { setTimeout as sleep } from 'node:timers/promises';
import { messagesApi } from '@prosa/contracts/messages';
import { newTally, openCaller } from './caller.ts';
import type { ChannelLine } from './channel-line.ts';
import type { Random } from './random.ts';
import { until } from './waiting.ts';

/** What became of a conversation. All but the first two must be empty. */
export type ChannelFindings = { inbound: number; outbound: number; lost: string[]; doubled: string[] };

const mostUnheard = 60;

/** Customer and agent write to each other until it is ended, whatever becomes of the servers meanwhile. */
export function openChannelTraffic(line: ChannelLine, random: Random) {
  const { admin, ticketId, truth } = line;
  const caller = openCaller([line.url], admin, newTally());
  const written: string[] = [];
  const answered: string[] = [];
  let isOver = false;

  /** Nobody goes on writing for long without an answer: what waits would grow with the number of faults. */
  const isHeard = () => isOver || written.length + answered.length - line.passed() < mostUnheard;

  async function customer(): Promise<void> {
    const pace = random.fork('customer');
    while (!isOver) {
      if (!isHeard()) await until('what was written is heard', isHeard, 300);
      written.push(await line.write(`pergunta ${written.length}`));
      await sleep(50 + pace.below(250));
    }
  }
  async function agent(): Promise<void> {
    const pace = random.fork('agent');
    while (!isOver) {
      if (!isHeard()) await until('what was written is heard', isHeard, 300);
      const body = `resposta ${answered.length}`;
      answered.push(body);
      await caller.ask(messagesApi.send, { params: { ticketId }, body: { body } }, { 'idempotency-key': `${ticketId} ${body}` });
      await sleep(50 + pace.below(250));
    }
  }
  const running = Promise.all([customer(), agent()]);
  running.catch(() => undefined);

  return {
    /** Until so much more has passed. */
    async pass(more: number): Promise<void> {
      const goal = line.passed() + more;
      await until('traffic goes on', () => line.passed() >= goal, 120);
    },
    /** No more is written; answers once nothing moves any more. */
    async end(): Promise<ChannelFindings> {
      isOver = true;
      await running;
      await until(
        'everything is through',
        async () => line.isCalm() && line.shown().length >= answered.length && (await isQuiet()),
        120,
      ).catch(() => undefined);
      const stored = await truth.rows<{ channel_id: string; count: number }>(
        `select channel_id, count(*)::int as count
         from messages
         where ticket_id = $1 and not from_me
         group by channel_id`,
        [ticketId],
      );
      const kept = new Map(stored.map(({ channel_id, count }) => [channel_id, count]));
      const shown = line.shown();
      const times = (body: string) => shown.filter((each) => each === body).length;
      return {
        inbound: written.length,
        outbound: answered.length,
        lost: [...written.filter((id) => !kept.has(id)), ...answered.filter((body) => times(body) === 0)],
        doubled: [...written.filter((id) => (kept.get(id) ?? 0) > 1), ...answered.filter((body) => times(body) > 1)],
      };
    },
  };

  async function isQuiet(): Promise<boolean> {
    const [row] = await truth.rows<{ quiet: boolean }>(
      'select not exists (select from inbox) and not exists (select from outbox) as quiet',
    );
    return row?.quiet === true;
  }
}
