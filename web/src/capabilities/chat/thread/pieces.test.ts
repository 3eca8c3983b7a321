// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { findEmoji, recentEmoji, rememberEmoji } from '../composer/emoji.ts';
import { loudness } from '../composer/recorder.ts';
import { acceptFiles } from '../composer/tray.ts';
import { galleryOf } from '../media/gallery.ts';
import { formatLength, waveBars, wavePath } from '../media/waveform.ts';
import { aMessage } from '../messages/messages.fixture.ts';
import { type Thread, threadItems } from '../messages/thread.ts';
import { floatingDay } from './FloatingDay.tsx';
import { nextSound } from './Log.tsx';
import { hueOf } from './sender-color.ts';
import { dayName } from './ThreadRow.tsx';
import { nextBubble } from './useRoving.ts';

const thread = (messages: Thread['messages']): Thread => ({
  messages,
  outbox: { entries: [], stored: new Map() },
  userId: 1,
  ticketId: 1,
  hasMore: true,
});
const sound = (id: number, fromMe = false) => aMessage({ id, fromMe, mediaType: 'audio', mediaUrl: `/public/${id}.mp3` });

describe('sounds', () => {
  test('are drawn in forty bars, each the loudest of its stretch', () => {
    const bars = waveBars(Array.from({ length: 64 }, (_, index) => (index === 10 ? 100 : 0)));
    expect(bars).toHaveLength(40);
    expect(Math.max(...bars)).toBe(24);
    expect(bars.filter((bar) => bar === 24)).toHaveLength(1);
    expect(waveBars(null).every((bar) => bar === 4)).toBe(true);
    expect(wavePath([24, 2])).toBe('M1 0v24M4 11v2');
  });

  test('say their length in minutes and seconds', () => {
    expect([0, 7.4, 59.6, 125].map(formatLength)).toEqual(['0:00', '0:07', '1:00', '2:05']);
  });

  test('play on into the next one of the same side', () => {
    const items = threadItems(thread([sound(1), sound(2), sound(3, true), aMessage({ id: 4 })]));
    expect(nextSound(items, 'm1')).toEqual({ key: 'm2', url: '/public/2.mp3' });
    expect(nextSound(items, 'm2')).toBeUndefined();
    expect(nextSound(items, 'm3')).toBeUndefined();
  });

  test('fill the meter when somebody speaks', () => {
    expect(loudness(new Float32Array(100))).toBe(0);
    expect(loudness(new Float32Array(100).fill(0.1))).toBeCloseTo(0.4);
    expect(loudness(new Float32Array(100).fill(1))).toBe(1);
  });
});

describe('the rows of a thread', () => {
  test('are walked message by message, past days and marks', () => {
    const items = threadItems(thread([aMessage({ id: 1 }), aMessage({ id: 2, createdAt: '2026-11-17T10:00:00.000Z' })]));
    expect(items.map(({ kind }) => kind)).toEqual(['bubble', 'day', 'bubble']);
    expect(nextBubble(items, -1, 'ArrowUp')).toBe(2);
    expect(nextBubble(items, 2, 'ArrowUp')).toBe(0);
    expect(nextBubble(items, 0, 'ArrowDown')).toBe(2);
    expect(nextBubble(items, 2, 'ArrowDown')).toBeUndefined();
    expect(nextBubble(items, 2, 'Home')).toBe(0);
    expect(nextBubble(items, 0, 'End')).toBe(2);
  });

  test('name the day as people do', () => {
    const now = new Date(2026, 10, 15, 9);
    const name = (day: number) => dayName(new Date(2026, 10, day, 22).toISOString(), 'pt', 'Hoje', 'Ontem', now);
    expect([15, 14, 13, 8].map(name)).toEqual(['Hoje', 'Ontem', 'Sexta-feira', '08/11/2026']);
  });

  test('make one gallery of all pictures that were not taken back', () => {
    const picture = (id: number, over = {}) => aMessage({ id, mediaType: 'image', mediaUrl: `/public/${id}.png`, body: 'Veja', ...over });
    const items = threadItems(thread([picture(1), sound(2), picture(3, { isDeleted: true }), picture(4)]));
    expect(galleryOf(items).map(({ key }) => key)).toEqual(['m1', 'm4']);
  });
});

describe('small things', () => {
  test('emoji are found by words of three languages, with or without accents', () => {
    expect(findEmoji('coracao', 3)).toContain('❤️');
    expect(findEmoji('thanks', 3)).toContain('🙏');
    expect(findEmoji('fiesta', 8)).toContain('🎉');
    rememberEmoji('🙏');
    rememberEmoji('🔥');
    rememberEmoji('🙏');
    expect(recentEmoji()).toEqual(['🙏', '🔥']);
  });

  test('a file too large leaves the others, and ten are the most', () => {
    const file = (name: string, size: number) => {
      const made = new File(['x'], name, { type: 'image/png' });
      Object.defineProperty(made, 'size', { value: size });
      return made;
    };
    const many = Array.from({ length: 11 }, (_, index) => file(`${index}.png`, 10));
    expect(acceptFiles([file('a', 17 * 1024 * 1024), file('b', 1), file('c', 0)], 0).taken.map(({ name }) => name)).toEqual(['b']);
    expect(acceptFiles(many, 0).refused.map(({ name }) => name)).toEqual(['10.png']);
    expect(acceptFiles(many, 9).taken).toHaveLength(1);
  });

  test('a speaker of a group keeps one colour, and whoever has the next number has another one', () => {
    expect(hueOf('5511988887777')).toBe(hueOf('5511988887777'));
    const apart = Math.abs(hueOf('5511988887777') - hueOf('5511988887778'));
    expect(Math.min(apart, 360 - apart)).toBeGreaterThan(60);
  });
});

test('the day that floats is that of the topmost message, and none where a day stands there itself', () => {
  const on = (id: number, createdAt: string) => aMessage({ id, createdAt });
  const [monday, tuesday] = ['2026-11-09T12:00:00.000Z', '2026-11-10T12:00:00.000Z'];
  const items = threadItems(thread([on(1, monday), on(2, monday), on(3, tuesday), on(4, tuesday)]));
  expect(items.map(({ kind }) => kind)).toEqual(['bubble', 'bubble', 'day', 'bubble', 'bubble']);
  expect(floatingDay(items, 0, 1)).toBe(monday);
  expect(floatingDay(items, 1, 2)).toBeUndefined();
  expect(floatingDay(items, 3, 4)).toBe(tuesday);
});
