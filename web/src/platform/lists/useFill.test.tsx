import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFill } from './useFill.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A list of twenty rows, at whose end somebody stands. */
function standAtEnd(loadMore: () => Promise<boolean>) {
  const scroller = { current: document.createElement('div') };
  Object.defineProperties(scroller.current, { clientHeight: { value: 500 }, scrollHeight: { value: 500 } });
  const asked = vi.fn(loadMore);
  const { result } = renderHook(() => useFill(scroller, { count: 20, loadMore: asked }));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return { asked, pass, scroll: () => result.current() };
}

test('what came and was taken away again, by a list loaded anew, is asked for again: who stands at the end can not scroll', async () => {
  const { asked, pass } = standAtEnd(async () => true);
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(1);
  await pass(4_900);
  expect(asked).toHaveBeenCalledTimes(1);
  await pass(200);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('so is what failed', async () => {
  const { asked, pass } = standAtEnd(() => Promise.reject(new Error('no network')));
  await pass(0);
  await pass(5_100);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('where nothing is left it looks when somebody scrolls, and not by itself', async () => {
  const { asked, pass, scroll } = standAtEnd(async () => false);
  await pass(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  scroll();
  expect(asked).toHaveBeenCalledTimes(2);
});
