import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChrome, openProfile } from './chromium.ts';
import { eventually, logIn } from './journey.ts';
import { openStage } from './stage.ts';

const sizes = [0, 1, 20, 21, 26, 500];
/** Longer than the settle time of a list, shorter than any refetch interval. */
const idleMs = 1_500;

type List = { page: string; path: string; insert: string };
const lists: List[] = [
  {
    ...{ page: '/queues', path: '/queue' },
    insert: `insert into queues (company_id, name, color) select $1, 'Linha ' || lpad(n::text, 3, '0'), '#' || lpad(to_hex(n), 6, '0')
      from generate_series($2::int, $3::int) n`,
  },
  {
    ...{ page: '/connections', path: '/whatsapp' },
    insert: `insert into connections (company_id, name, provider, token_sealed, token_hash)
      select $1, 'Linha ' || lpad(n::text, 3, '0'), 'simulator', 'sealed', 'lists-' || $1::int || '-' || n
      from generate_series($2::int, $3::int) n`,
  },
  {
    ...{ page: '/contacts', path: '/contacts' },
    insert: `insert into contacts (company_id, name, number) select $1, 'Linha ' || lpad(n::text, 3, '0'), (5511800000000 + n)::text
      from generate_series($2::int, $3::int) n`,
  },
];

/** The index and the name of every row in view, once none of them is a skeleton. */
async function readRows(page: Page): Promise<(readonly [number, string])[]> {
  const read = () =>
    page
      .locator('tr[data-index]')
      .evaluateAll((all) => all.map((row) => [Number(row.getAttribute('data-index')), /Linha \d+/.exec(row.textContent)?.[0]] as const));
  let rows = await read();
  while (rows.some(([, name]) => name === undefined)) rows = await read();
  return rows.map(([index, name = '']) => [index, name]);
}

/** Scrolls the list to its end; the index and the name of every row that was seen on the way. */
async function scrollThrough(page: Page): Promise<Map<number, string>> {
  const seen = new Map<number, string>();
  const scroller = page.locator('[data-list]');
  for (let atEnd = false; !atEnd; ) {
    const rows = await readRows(page);
    for (const [index, name] of rows) {
      expect(seen.get(index) ?? name).toBe(name);
      seen.set(index, name);
    }
    atEnd = await scroller.evaluate((list) => list.scrollTop + list.clientHeight >= list.scrollHeight - 2);
    // The rows of the new place are drawn with the next frame.
    await scroller.evaluate((list) => {
      list.scrollTop += list.clientHeight;
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  }
  return seen;
}

describe.runIf(hasChrome)('long lists, in a real browser', () => {
  const stage = openStage();
  let owner: pg.Client | undefined;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: stage.world.database.url });
    await owner.connect();
  });
  afterAll(() => owner?.end());

  test.each(lists)('$page shows every row once and is silent while nothing happens', async ({ page: address, path, insert }) => {
    const admin = await stage.world.company();
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await logIn(page, admin);
    let calls = 0;
    page.on('request', (request) => {
      if (['xhr', 'fetch'].includes(request.resourceType()) && new URL(request.url()).pathname === path) calls += 1;
    });
    let stored = 0;
    for (const size of sizes) {
      await owner?.query(insert, [admin.user.companyId, stored + 1, size]);
      stored = size;
      await page.goto(address);
      await eventually(() => page.locator('h1 + [role=status]').textContent()).toBe(String(size));
      const names = size === 0 ? new Map() : await scrollThrough(page);
      expect([names.size, new Set(names.values()).size]).toEqual([size, size]);
      // A page that requests for ever never falls silent.
      await eventually(async () => {
        const before = calls;
        await page.waitForTimeout(idleMs);
        return calls - before;
      }).toBe(0);
    }
    await context.close();
  });
});
