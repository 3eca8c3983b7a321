import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { MessageFrame, Receiver } from '../server/src/channels/port.ts';
import type { RunningServer } from '../server/src/server.ts';
import { metricsOf } from './processes.ts';
import { seeded } from './random.ts';
import { statementsSent } from './statements.ts';
import { median, type Round } from './statistics.ts';
import { randomMessage } from './words.ts';

export const clients = 16;
const longestWait = 120_000;

/** Who writes next, over which connection, and what; left out, anything. */
export type Next = () => { receiver: Receiver; number: string; body?: string };
/** A connection, and who writes over it. */
export type Target = { receiver: Receiver; numbers: string[] };

const random = seeded(Date.now());
const run = Date.now().toString(36);
let written = 0;

function frameFrom(number: string, body = randomMessage(random, false)): MessageFrame {
  written += 1;
  return {
    kind: 'message',
    id: `BENCH${run}${written}`,
    chat: number,
    name: 'Cliente da medição',
    isGroup: false,
    fromMe: false,
    participant: '',
    participantName: '',
    body,
    sentAt: new Date().toISOString(),
    mediaType: null,
    mediaId: null,
    data: null,
    quotedId: null,
  };
}

/** A number that nobody has written from before. */
export const strangersNumber = () =>
  `5599${run
    .split('')
    .map((sign) => sign.charCodeAt(0) % 10)
    .join('')}${++written}`.slice(0, 20);

/**
 * Writers hand over message after message and wait for each to be kept. The time runs from the first hand-over until the
 * last is part of its conversation, its event stored.
 */
export async function ingest(owner: Client, next: Next, seconds: number): Promise<Round> {
  const before = await lastMessage(owner);
  const latencies: number[] = [];
  const begun = performance.now();
  const write = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const { receiver, number, body } = next();
      const handedOver = performance.now();
      await receiver.receive([frameFrom(number, body)]);
      latencies.push(performance.now() - handedOver);
    }
  };
  await Promise.all(Array.from({ length: clients }, write));
  await allProcessed(owner);
  const took = (performance.now() - begun) / 1000;
  // What the company says by itself meanwhile is not counted.
  const { rows } = await owner.query<{ kept: number }>('select count(*)::float8 as kept from messages where id > $1 and not from_me', [
    before,
  ]);
  if (rows[0]?.kept !== latencies.length) throw new Error(`${latencies.length} messages were handed over, ${rows[0]?.kept} were kept`);
  return { done: latencies.length, seconds: took, latencies };
}

async function lastMessage(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ id: number }>('select coalesce(max(id), 0)::float8 as id from messages');
  return rows[0]?.id ?? 0;
}

/** A row leaves the inbox in the transaction that stores the message and its event. */
async function allProcessed(owner: Client): Promise<void> {
  const until = performance.now() + longestWait;
  for (;;) {
    // By its index: read as it lies, the table shows all that has left it since it was last cleaned.
    const { rows } = await owner.query('select quarantined_at from inbox order by id limit 1');
    if (rows.length === 0) return;
    if (rows[0]?.quarantined_at !== null) throw new Error('a message was set aside instead of being handled');
    if (performance.now() > until) throw new Error('messages still wait in the inbox');
    await sleep(15);
  }
}

export type Alone = { statements: number; roundTrips: number; received: number[]; processed: number[] };

/** One message at a time on a server that has nothing else to do; the middle one of them met nothing that the server does by itself. */
export async function ingestAlone(owner: Client, server: RunningServer, receiver: Receiver, number: () => string): Promise<Alone> {
  const times = 30;
  const received: number[] = [];
  const processed: number[] = [];
  const statements: number[] = [];
  const roundTrips: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const announced = new Promise<void>((resolve) => {
      const stop = server.platform.wake.on('events', () => {
        stop();
        resolve();
      });
    });
    const before = { sent: await statementsSent(owner), ...(await metricsOf(server.url)) };
    const begun = performance.now();
    await receiver.receive([frameFrom(number())]);
    received.push(performance.now() - begun);
    await announced;
    processed.push(performance.now() - begun);
    const after = await metricsOf(server.url);
    roundTrips.push(after.roundTrips - before.roundTrips);
    statements.push((await statementsSent(owner)) - before.sent);
    await sleep(50);
  }
  return { statements: median(statements), roundTrips: median(roundTrips), received, processed };
}
