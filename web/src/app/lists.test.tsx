import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import { pageSize } from '../platform/lists/long-list.ts';
import { lists, nameOf } from './lists.fixture.tsx';

const sizes = [0, 1, 20, 21, 26, 500];
/** Longer than the settle time of a list, shorter than any refetch interval. */
const idleMs = 250;
const windowHeight = 900;
const patience = { timeout: 60_000, interval: 20 };
/** Longer than the settle time of a list, which each click starts anew. */
const clicking = { timeout: 120_000, interval: 120 };

/** jsdom lays nothing out: a virtual list needs a window of some height to show its rows in. */
beforeAll(() => {
  const height = function height(this: HTMLElement) {
    return this.dataset.index === undefined ? windowHeight : 40;
  };
  for (const name of ['offsetHeight', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: height });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => 1200 });
});
afterEach(cleanup);

/** By its text: a query by role would compute the name of every button of 500 rows. */
const loadMoreButton = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Carregar mais');

/** Where each text is on the screen: by the index of its row in the whole list, or -1 outside a table. */
function placesOf(texts: ReadonlySet<string>): [string, number][] {
  const places: [string, number][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (texts.has(text)) places.push([text, Number(node.parentElement?.closest('tr')?.dataset.index ?? -1)]);
  }
  return places;
}

const rowHeight = 45;
/** Where to scroll to: each window of a short list; the top, the middle and the end of a long one. */
function stopsOf(count: number): number[] {
  const end = Math.max(0, count * rowHeight - windowHeight / 2);
  return count > 100 ? [0, end / 2, end] : [0, end];
}

/** The indices at which each text is seen while scrolling. Waits at each stop until no row is a skeleton. */
async function scrollThrough(texts: readonly string[]): Promise<Map<string, Set<number>>> {
  const wanted = new Set(texts);
  const seen = new Map<string, Set<number>>();
  for (const scrollTop of stopsOf(texts.length)) {
    const scroller = document.querySelector('[data-list]');
    if (scroller) fireEvent.scroll(scroller, { target: { scrollTop } });
    await vi.waitFor(() => expect(document.querySelectorAll('tr[aria-busy]')).toHaveLength(0), patience);
    const places = placesOf(wanted);
    expect(new Set(places.map(([text]) => text)).size).toBe(places.length);
    for (const [text, place] of places) seen.set(text, (seen.get(text) ?? new Set()).add(place));
  }
  return seen;
}

describe.each(Object.entries(lists))('the list of %s', (_name, { screen: page, path, address, api, polls = false, textOf = nameOf }) => {
  test.each(sizes)('shows each of %i records once and makes no request while nothing happens', async (size) => {
    const ids = Array.from({ length: size }, (_, index) => index + 1);
    const texts = ids.map(textOf);
    const { sent } = show(page, { as: { profile: 'admin', super: true }, api: api(ids), path: address ?? '/' });
    const requests = () => sent.filter((request) => request.method === 'GET' && request.path === path).length;
    await waitFor(() => expect(requests()).toBeGreaterThan(0));
    await vi.waitFor(() => {
      const more = loadMoreButton();
      if (more) fireEvent.click(more);
      expect(placesOf(new Set(texts)).length).toBeGreaterThanOrEqual(Math.min(size, pageSize));
      expect(more).toBeUndefined();
    }, clicking);
    const seen = await scrollThrough(texts);
    const indices = [...seen.values()].flatMap((places) => [...places]).filter((index) => index >= 0);
    expect(new Set(indices).size).toBe(indices.length);
    const table = document.querySelector('table');
    if (table) expect([table.getAttribute('aria-rowcount'), Math.max(...indices)]).toEqual([String(size + 1), size - 1]);
    if (!table || size <= 100) expect([...seen.keys()].toSorted()).toEqual(texts.toSorted());
    const before = requests();
    await new Promise((done) => setTimeout(done, idleMs));
    expect(requests() - before).toBeLessThanOrEqual(polls ? 1 : 0);
    // One request per page, and one more where a totals query of the page asks the same endpoint.
    if (!polls) expect(before).toBeLessThanOrEqual(Math.max(1, Math.ceil(size / pageSize)) + 1);
  });
});
