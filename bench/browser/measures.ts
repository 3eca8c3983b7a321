import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { median, quantile } from '../statistics.ts';
import type { BrowserBench } from './browser-bench.ts';
import { interactionsDuring, olderLoaded, type Press, tasksDuring, watch, watched } from './in-page.ts';

const log = '[data-open] [role=log]';
const rows = 'a[data-row]';
const shownAtOnce = 8;
/** How many conversations customers write to, and how many messages until everything that keeps so many holds as many. */
const spoken = 12;
const warmUp = 1_500;
const megabyte = 1024 * 1024;

export type Times = { times: number; p50: number; p95: number; most: number };
export const timesOf = (values: number[]): Times => ({
  times: values.length,
  p50: median(values),
  p95: quantile(values, 0.95),
  most: Math.max(...values),
});

/** The JavaScript that /tickets needs, from an empty cache until it is quiet. */
export async function measureScripts(page: Page): Promise<{ kilobytes: number; files: number; sizes: Record<string, number> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  const sizes = new Map<string, Promise<number>>();
  const listen = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (new URL(response.url()).pathname.endsWith('.js') && response.status() === 200)
      sizes.set(
        response.url(),
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
  };
  page.on('response', listen);
  await page.goto('/tickets');
  await page.locator(rows).first().waitFor();
  await page.locator(rows).first().click();
  await page.locator(`${log} article`).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('response', listen);
  const all = await Promise.all([...sizes].map(async ([url, size]) => [url.split('/').at(-1) ?? '', await size] as const));
  const bytes = all.reduce((sum, [, size]) => sum + size, 0);
  return { kilobytes: bytes / 1000, files: all.length, sizes: Object.fromEntries(all) };
}

/** From the press on a row to the frame that shows a conversation that was open before; the pointer rested on the row so long. */
export async function measureSwitching({ page }: BrowserBench, times: number, rest: number): Promise<Times> {
  await visitAll(page);
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await switchTo(page, time % shownAtOnce, rest));
  return timesOf(taken);
}

async function visitAll(page: Page): Promise<void> {
  for (let place = 0; place < shownAtOnce; place += 1) {
    await page.locator(rows).nth(place).click();
    await page.locator(`${log} article`).first().waitFor();
    await page.waitForTimeout(600);
  }
}

async function switchTo(page: Page, place: number, rest: number): Promise<number> {
  const box = await page.locator(rows).nth(place).boundingBox();
  if (!box) throw new Error('the row is not in view');
  await page.mouse.move(box.x + 120, box.y + box.height / 2);
  if (rest > 0) await page.waitForTimeout(rest);
  await page.evaluate<void, Press>(watch, ['click']);
  await page.mouse.down();
  await page.mouse.up();
  const { milliseconds } = await page.evaluate(watched);
  await page.waitForTimeout(150);
  return milliseconds;
}

/** What the browser itself tells of presses: p75 over the letters typed into a message, and over switches to other conversations. */
export async function measureInteractions({ page }: BrowserBench, times: number): Promise<{ typing: number; switching: number }> {
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  await page.locator(rows).nth(1).click();
  await composer.fill('');
  const typing = await answered(page, times, 60, () => page.keyboard.press('a'));
  await composer.fill('');
  await visitAll(page);
  const switching = await answered(page, times, 250, (time) =>
    page
      .locator(rows)
      .nth(time % shownAtOnce)
      .click(),
  );
  return { typing, switching };
}

/** What took less than the browser tells of counts as that much. */
const leastTold = 16;

async function answered(page: Page, times: number, rest: number, press: (time: number) => Promise<void>): Promise<number> {
  const observed = page.evaluate(interactionsDuring, times * (rest + 120) + 1000);
  for (let time = 0; time < times; time += 1) {
    await press(time);
    await page.waitForTimeout(rest);
  }
  const told = await observed;
  return quantile([...told, ...Array.from({ length: Math.max(0, times - told.length) }, () => leastTold)], 0.75);
}

export type Written = { frames: number; milliseconds: Times };

/** From Enter to one's own words in the conversation: in how many frames, and until they are painted. */
export async function measureWriting({ page }: BrowserBench, times: number): Promise<Written> {
  await page.locator(rows).nth(1).click();
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  const frames: number[] = [];
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await composer.fill(`Palavras ${time} de quem mede`);
    await page.evaluate<void, Press>(watch, ['keydown', `Palavras ${time} de quem mede`]);
    await composer.press('Enter');
    const result = await page.evaluate(watched);
    frames.push(result.frames);
    taken.push(result.milliseconds);
    await page.waitForTimeout(250);
  }
  return { frames: Math.max(...frames), milliseconds: timesOf(taken) };
}

/** How far what one reads moves while earlier messages come in above it. */
export async function measureDrift({ page, chats }: BrowserBench, times: number): Promise<{ loads: number; pixels: number }> {
  await page.goto(`/tickets/${chats[0]?.uuid}`);
  await page.locator(`${log} article`).nth(5).waitFor();
  await page.waitForTimeout(1000);
  let pixels = 0;
  for (let time = 0; time < times; time += 1) pixels = Math.max(pixels, await page.evaluate(olderLoaded));
  return { loads: times, pixels };
}

export type Scrolling = { turns: number; longTasks: number; longest: number };

/** The wheel turned without rest, in the longest conversation and in the longest list. */
export async function measureScrolling({ page, chats }: BrowserBench, turns: number): Promise<{ thread: Scrolling; list: Scrolling }> {
  await page.goto(`/tickets/${chats[0]?.uuid}`);
  await page.locator(`${log} article`).nth(5).waitFor();
  await page.waitForTimeout(1500);
  const thread = await turnWheel(page, log, { y: -700 }, turns);
  await page.getByRole('tab', { name: 'Resolvidos' }).click();
  await page.locator(rows).nth(5).waitFor();
  await page.waitForTimeout(1500);
  const list = await turnWheel(page, rows, { y: 700 }, turns);
  return { thread, list };
}

export async function turnWheel(page: Page, over: string, { x = 0, y = 0 }: { x?: number; y?: number }, turns: number): Promise<Scrolling> {
  const box = await page.locator(over).first().boundingBox();
  if (!box) throw new Error(`${over} is not in view`);
  await page.mouse.move(box.x + 80, box.y + Math.min(40, box.height / 2));
  const observed = page.evaluate(tasksDuring, turns * 40 + 500);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(x, y);
    await page.waitForTimeout(30);
  }
  const tasks = await observed;
  return { turns, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
}

/** Megabytes of the page's own objects and of V8's whole heap, and what hangs in the page. */
export type HeapSize = { own: number; whole: number; nodes: number; listeners: number };
export type Heap = { begin: HeapSize; afterSwitches: HeapSize; afterEvents: HeapSize; switches: number; events: number; requests: number };

/** What the page holds, before and after so many switches and so many messages to all its conversations. */
export async function measureHeap(stand: BrowserBench, { switches, events }: { switches: number; events: number }): Promise<Heap> {
  const { page, chats, write } = stand;
  await page.goto('/tickets');
  await page.locator(rows).first().waitFor();
  await visitAll(page);
  const say = async (from: number, to: number) => {
    const places = Array.from({ length: to - from }, (_, place) => from + place);
    const writer = async () => {
      for (let place = places.shift(); place !== undefined; place = places.shift()) {
        const chat = chats[1 + (place % spoken)];
        if (chat) await write(chat, `Mensagem ${place} de um cliente que espera`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    await page.waitForTimeout(5000);
  };
  const turn = async (count: number) => {
    for (let time = 0; time < count; time += 1) {
      await page
        .locator(rows)
        .nth(time % shownAtOnce)
        .click();
      await page.locator(`${log} article`).first().waitFor();
      await page.waitForTimeout(20);
    }
    await page.waitForTimeout(3000);
  };
  // Always once around before looking, so that the same conversations are loaded, and none holds what came while it was open.
  const held = async () => {
    await turn(shownAtOnce * 3);
    return heldBy(page);
  };
  await say(0, warmUp);
  const begin = await held();
  await turn(switches);
  const afterSwitches = await held();
  // Of data: a sound or an icon may well be fetched.
  let requests = 0;
  const count = (request: Request) => {
    if (request.resourceType() === 'fetch') requests += 1;
  };
  // A pointer over the list would have what passes under it made ready.
  await page.mouse.move(0, 0);
  page.on('request', count);
  await say(warmUp, warmUp + events);
  page.off('request', count);
  return { begin, afterSwitches, afterEvents: await held(), switches, events, requests };
}

type Snapshot = { snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }; nodes: number[] };

async function heldBy(page: Page): Promise<HeapSize> {
  const cdp = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return {
    own: ownBytes(JSON.parse(chunks.join(''))) / megabyte,
    whole: metric('JSHeapUsedSize') / megabyte,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/**
 * What the page's own objects, texts and functions take. Not counted: code that V8 compiles as it warms up, and what belongs to the
 * browser.
 */
function ownBytes({ snapshot, nodes }: Snapshot): number {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const foreign = new Set(['code', 'native', 'hidden', 'synthetic'].map((name) => types[0].indexOf(name)));
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!foreign.has(nodes[node + type] ?? -1)) bytes += nodes[node + size] ?? 0;
  return bytes;
}
