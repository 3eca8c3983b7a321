import type { Message } from '@prosa/contracts/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Loaded } from '../../../platform/lists/loaded.ts';
import { aMessage } from './messages.fixture.ts';
import { patchMessages } from './messages.patch.ts';

const thread = (...items: Message[]): Loaded<Message> => ({
  items,
  count: items.length,
  hasMore: false,
  size: items.length,
  countKnown: true,
});
const ids = ({ items }: Loaded<Message>) => items.map((message) => message.id);

describe('a patched thread', () => {
  test('equals a fresh one in whatever order and however often its messages are heard', () => {
    const all = [1, 2, 3, 4, 5, 6].map((id) => aMessage({ id, fromMe: true, ack: 3 }));
    const heard = fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), ack: fc.constantFrom(0, 1, 2, 3) }), { maxLength: 40 });
    fc.assert(
      fc.property(heard, (events) => {
        const patched = [...events, ...all].reduce(
          (list, { id, ack }) => patchMessages(list, aMessage({ id, fromMe: true, ack })),
          thread(),
        );
        expect(patched.items).toEqual(all);
      }),
    );
  });

  test('never takes a tick back, but lets a failed message start again', () => {
    const read = thread(aMessage({ fromMe: true, ack: 3 }));
    const failed = thread(aMessage({ fromMe: true, ack: -1 }));
    expect(patchMessages(read, aMessage({ fromMe: true, ack: 1 })).items[0]?.ack).toBe(3);
    expect(patchMessages(failed, aMessage({ fromMe: true, ack: 0 })).items[0]?.ack).toBe(0);
  });

  test('keeps what was measured of a file, also when older news of it come after', () => {
    const sound = (seconds: number | null) => aMessage({ mediaType: 'audio', data: { seconds, mimetype: 'audio/mpeg' } });
    expect(patchMessages(thread(sound(17)), sound(null)).items[0]?.data?.seconds).toBe(17);
    expect(patchMessages(thread(sound(null)), sound(17)).items[0]?.data?.seconds).toBe(17);
    expect(patchMessages(thread(sound(17)), aMessage({ isDeleted: true })).items[0]?.data).toBeNull();
  });

  test('leaves what is older than the loaded part to its page', () => {
    const loaded = { ...thread(aMessage({ id: 50 })), hasMore: true };
    expect(ids(patchMessages(loaded, aMessage({ id: 3 })))).toEqual([50]);
    expect(ids(patchMessages(thread(aMessage({ id: 50 })), aMessage({ id: 3 })))).toEqual([3, 50]);
  });
});
