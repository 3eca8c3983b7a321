import type { Message } from '@prosa/contracts/messages';
import { describe, expect, test, vi } from 'vitest';
import { aMessage } from './messages.fixture.ts';
import { type Draft, Outboxes, type Outgoing, withoutEchoes } from './outbox.ts';

const entry = (key: string): Draft => ({ key, body: key, createdAt: '2026-11-15T10:00:00.000Z', after: 10 });
const own = (id: number) => aMessage({ id, fromMe: true, user: { id: 1, name: 'Marina' } });
const refusal = new Error('refused');

function setUp(post: (outgoing: Outgoing) => Promise<Message>) {
  const outboxes = new Outboxes(async () => undefined);
  const stored: Message[] = [];
  const deliver = {
    post,
    onStored: (message: Message) => stored.push(message),
    onRefused: vi.fn(),
    isRefusal: (error: unknown) => error === refusal,
  };
  return { outboxes, stored, deliver };
}

describe('the outbox', () => {
  test('sends in the order of writing, one at a time', async () => {
    const posted: string[] = [];
    const releases: (() => void)[] = [];
    const { outboxes, stored, deliver } = setUp(({ key }) => {
      posted.push(key);
      return new Promise((resolve) => releases.push(() => resolve(own(11 + posted.length))));
    });
    outboxes.send('t', entry('a'), deliver);
    outboxes.send('t', entry('b'), deliver);
    expect(posted).toEqual(['a']);
    releases[0]?.();
    await vi.waitFor(() => expect(posted).toEqual(['a', 'b']));
    releases[1]?.();
    await vi.waitFor(() => expect(stored).toHaveLength(2));
    expect(outboxes.read('t').entries).toEqual([]);
  });

  test('tries an unreachable server again with the same key', async () => {
    const keys: string[] = [];
    const { outboxes, stored, deliver } = setUp(async ({ key }) => {
      keys.push(key);
      if (keys.length < 3) throw new TypeError('Failed to fetch');
      return own(12);
    });
    outboxes.send('t', entry('a'), deliver);
    await vi.waitFor(() => expect(stored).toHaveLength(1));
    expect(keys).toEqual(['a', 'a', 'a']);
  });

  test('keeps a refused text until it is sent again or thrown away', async () => {
    let refused = true;
    const { outboxes, stored, deliver } = setUp(async () => {
      if (refused) throw refusal;
      return own(12);
    });
    outboxes.send('t', entry('a'), deliver);
    await vi.waitFor(() => expect(outboxes.read('t').entries[0]?.state).toBe('failed'));
    expect(deliver.onRefused).toHaveBeenCalledWith(refusal);
    refused = false;
    outboxes.retry('t', 'a', deliver);
    await vi.waitFor(() => expect(stored).toHaveLength(1));

    refused = true;
    outboxes.send('t', entry('b'), deliver);
    await vi.waitFor(() => expect(outboxes.read('t').entries[0]?.state).toBe('failed'));
    outboxes.discard('t', 'b');
    expect(outboxes.read('t').entries).toEqual([]);
  });
});

describe('a stored copy heard before its reply', () => {
  const waiting: Outgoing = { ...entry('a'), sendKey: 'a', state: 'waiting' };

  test('stays hidden while its bubble waits, and shows once it is known', () => {
    const messages = [own(10), own(12)];
    expect(withoutEchoes(messages, { entries: [waiting], stored: new Map() }, 1)).toEqual([own(10)]);
    expect(withoutEchoes(messages, { entries: [], stored: new Map([[12, 'a']]) }, 1)).toEqual(messages);
  });

  test('does not hide what others write, nor own texts already answered', () => {
    const colleague = aMessage({ id: 13, fromMe: true, user: { id: 2, name: 'Paulo' } });
    const customer = aMessage({ id: 14 });
    const messages = [own(12), colleague, customer];
    expect(withoutEchoes(messages, { entries: [waiting], stored: new Map([[12, 'b']]) }, 1)).toEqual(messages);
  });
});
