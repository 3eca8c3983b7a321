import type { CaughtUp } from '@prosa/contracts/live';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { LiveFeed } from './live-feed.ts';

/** A feed whose catch-ups are answered by hand. */
function feedFor({ started = true } = {}) {
  const asked: { since: number; answer: (reply: CaughtUp) => void; fail: () => void }[] = [];
  const reload = vi.fn();
  const feed = new LiveFeed({
    reload,
    ask: (since) => new Promise((answer, fail) => asked.push({ since, answer, fail: () => fail(new Error('broken')) })),
  });
  const heard: unknown[] = [];
  if (started) void feed.ready(undefined);
  reload.mockClear();
  feed.listen('e', z.unknown(), (data) => heard.push(data));
  return { feed, asked, heard, reload, push: (seq: number) => feed.push('e', { seq }) };
}
const event = (seq: number) => ({ seq, name: 'e', data: { seq } });
const seqs = (heard: unknown[]) => heard.map((data) => JSON.stringify(data)).join(' ');

test('what was missed is told before what arrived meanwhile, and nothing twice', async () => {
  const { feed, asked, heard, push } = feedFor();
  push(5);
  const caughtUp = feed.ready(undefined);
  push(9);
  push(8);
  asked[0]?.answer({ events: [event(7), event(6), event(5), event(8)], head: 8 });
  await caughtUp;
  expect(asked.map(({ since }) => since)).toEqual([5]);
  expect(seqs(heard)).toBe('{"seq":5} {"seq":6} {"seq":7} {"seq":8} {"seq":9}');
});

test('a pushed event is told once', () => {
  const { heard, push } = feedFor();
  push(5);
  push(5);
  expect(heard).toHaveLength(1);
});

test('an event that comes late is told, and the screens load afresh', () => {
  const { heard, push, reload } = feedFor();
  push(6);
  push(5);
  expect(heard).toHaveLength(2);
  expect(reload).toHaveBeenCalledOnce();
});

test('advice to reload is followed, and older events are no longer told', async () => {
  const { feed, asked, heard, reload, push } = feedFor();
  push(5);
  const caughtUp = feed.ready(undefined);
  asked[0]?.answer({ reload: true, head: 900 });
  await caughtUp;
  expect(reload).toHaveBeenCalledOnce();
  push(899);
  push(901);
  expect(seqs(heard)).toBe('{"seq":5} {"seq":901}');
});

test('the first start loads afresh whatever was fetched before the rooms were joined', async () => {
  const { feed, asked, heard, reload, push } = feedFor({ started: false });
  push(41);
  await feed.ready(40);
  expect(asked).toEqual([]);
  expect(reload).toHaveBeenCalledOnce();
  push(40);
  push(42);
  expect(seqs(heard)).toBe('{"seq":41} {"seq":42}');
});

test('a heartbeat ahead of what was seen asks; one that is level does not', async () => {
  const { feed, asked, push } = feedFor();
  push(5);
  await feed.head(5);
  expect(asked).toEqual([]);
  const caughtUp = feed.head(7);
  asked[0]?.answer({ events: [event(7)], head: 7 });
  await caughtUp;
  await feed.head(7);
  expect(asked.map(({ since }) => since)).toEqual([5]);
});

test('a catch-up broken off loses nothing: what waited is told, and the next one asks from the same place', async () => {
  const { feed, asked, heard, push } = feedFor();
  push(5);
  const broken = feed.ready(undefined);
  push(6);
  asked[0]?.fail();
  await broken;
  expect(seqs(heard)).toBe('{"seq":5} {"seq":6}');
  void feed.head(6);
  expect(asked[1]?.since).toBe(5);
});

test('an event pushed right after a break does not hide what the break swallowed', async () => {
  const { feed, asked, heard, reload, push } = feedFor();
  push(5);
  feed.lost();
  push(8);
  const caughtUp = feed.ready(undefined);
  asked[0]?.answer({ events: [event(6), event(8)], head: 8 });
  await caughtUp;
  expect(asked[0]?.since).toBe(5);
  expect(seqs(heard)).toBe('{"seq":5} {"seq":8} {"seq":6}');
  expect(reload).toHaveBeenCalledOnce();
});

test('events without a number are told at once', () => {
  const { feed, heard } = feedFor();
  feed.push('e', { action: 'update' });
  expect(heard).toHaveLength(1);
});

test('an event is parsed by its contract once, however many listen, and all of them are told the same', () => {
  const { feed, reload } = feedFor();
  let parsed = 0;
  const contract = z.object({ name: z.string() }).transform((message) => {
    parsed += 1;
    return message;
  });
  const told: unknown[] = [];
  const stops = Array.from({ length: 200 }, () => feed.listen('contact', contract, (message) => told.push(message)));
  feed.push('contact', { name: 'Ana', seq: 1 });
  expect(parsed).toBe(1);
  expect(told).toHaveLength(200);
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toEqual({ name: 'Ana' });

  for (const stop of stops) stop();
  feed.push('contact', { name: 'Rita', seq: 2 });
  expect(parsed).toBe(1);
  expect(reload).not.toHaveBeenCalled();
});

test('an event that breaks its contract reaches nobody, and the screens load afresh once', () => {
  const { feed, reload } = feedFor();
  const contract = z.object({ name: z.string() });
  const told: unknown[] = [];
  for (let count = 0; count < 3; count += 1) feed.listen('contact', contract, (message) => told.push(message));
  feed.push('contact', { title: 'Ana', seq: 1 });
  expect(told).toEqual([]);
  expect(reload).toHaveBeenCalledOnce();
});
