import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { median, quantile } from '../statistics.ts';
import { olderLoaded, tasksDuring, watch, watched } from './in-page.ts';
import type { Stand } from './stand.ts';

const log = '[role=log]';
const rows = 'a[data-row]';
const shownAtOnce = 8;
/** How many conversations customers write to, and how many messages until everything that keeps so many holds as many. */
const spoken = 12;
const warmUp = 1_500;

export type Times = { times: number; p50: number; p95: number; most: number };
const timesOf = (values: number[]): Times => ({
  times: values.length,
  p50: median(values),
  p95: quantile(values, 0.95),
  most: Math.max(...values),
});

/** The JavaScript that /tickets needs, from an empty cache until it is quiet. */
export async function measureScripts(page: Page): Promise<{ kilobytes: number; files: number }> {
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
  const all = await Promise.all(sizes.values());
  return { kilobytes: all.reduce((sum, each) => sum + each, 0) / 1000, files: all.length };
}

/** From the press on a row to the frame that shows a conversation that was open before. */
export async function measureSwitching({ page }: Stand, times: number): Promise<Times> {
  await visitAll(page);
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await switchTo(page, time % shownAtOnce));
  return timesOf(taken);
}

async function visitAll(page: Page): Promise<void> {
  for (let place = 0; place < shownAtOnce; place += 1) {
    await page.locator(rows).nth(place).click();
    await page.locator(`${log} article`).first().waitFor();
    await page.waitForTimeout(600);
  }
}

async function switchTo(page: Page, place: number): Promise<number> {
  const box = await page.locator(rows).nth(place).boundingBox();
  if (!box) throw new Error('the row is not in view');
  // Resting on it first, as a hand does.
  await page.mouse.move(box.x + 120, box.y + box.height / 2);
  await page.waitForTimeout(250);
  await page.evaluate(watch, ['click'] as ['click']);
  await page.mouse.down();
  await page.mouse.up();
  const { milliseconds } = await page.evaluate(watched);
  await page.waitForTimeout(150);
  return milliseconds;
}

export type Written = { frames: number; milliseconds: Times };

/** From Enter to one's own words in the conversation: in how many frames, and until they are painted. */
export async function measureWriting({ page }: Stand, times: number): Promise<Written> {
  await page.locator(rows).nth(1).click();
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  const frames: number[] = [];
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await composer.fill(`Palavras ${time} de quem mede`);
    await page.evaluate(watch, ['keydown', `Palavras ${time} de quem mede`] as ['keydown', string]);
    await composer.press('Enter');
    const result = await page.evaluate(watched);
    frames.push(result.frames);
    taken.push(result.milliseconds);
    await page.waitForTimeout(250);
  }
  return { frames: Math.max(...frames), milliseconds: timesOf(taken) };
}

/** How far what one reads moves while earlier messages come in above it. */
export async function measureDrift({ page, chats }: Stand, times: number): Promise<{ loads: number; pixels: number }> {
  await page.goto(`/tickets/${chats[0]?.uuid}`);
  await page.locator(`${log} article`).nth(5).waitFor();
  await page.waitForTimeout(1000);
  let pixels = 0;
  for (let time = 0; time < times; time += 1) pixels = Math.max(pixels, await page.evaluate(olderLoaded));
  return { loads: times, pixels };
}

export type Scrolling = { turns: number; longTasks: number; longest: number };

/** The wheel turned without rest, in the longest conversation and in the longest list. */
export async function measureScrolling({ page, chats }: Stand, turns: number): Promise<{ thread: Scrolling; list: Scrolling }> {
  await page.goto(`/tickets/${chats[0]?.uuid}`);
  await page.locator(`${log} article`).nth(5).waitFor();
  await page.waitForTimeout(1500);
  const thread = await turnWheel(page, log, -700, turns);
  await page.getByRole('tab', { name: 'Resolvidos' }).click();
  await page.locator(rows).nth(5).waitFor();
  await page.waitForTimeout(1500);
  const list = await turnWheel(page, rows, 700, turns);
  return { thread, list };
}

async function turnWheel(page: Page, over: string, by: number, turns: number): Promise<Scrolling> {
  const box = await page.locator(over).first().boundingBox();
  if (!box) throw new Error(`${over} is not in view`);
  await page.mouse.move(box.x + 80, box.y + Math.min(40, box.height / 2));
  const observed = page.evaluate(tasksDuring, turns * 40 + 500);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(30);
  }
  const tasks = await observed;
  return { turns, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
}

export type Heap = { begin: number; afterSwitches: number; afterEvents: number; switches: number; events: number };

/** What the page holds, before and after so many switches and so many messages to all its conversations. */
export async function measureHeap(stand: Stand, { switches, events }: { switches: number; events: number }): Promise<Heap> {
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
  const heap = async () => {
    await turn(shownAtOnce * 3);
    return heapOf(page);
  };
  await say(0, warmUp);
  const begin = await heap();
  await turn(switches);
  const afterSwitches = await heap();
  await say(warmUp, warmUp + events);
  return { begin, afterSwitches, afterEvents: await heap(), switches, events };
}

type Snapshot = { snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }; nodes: number[] };

/** What the page's own objects, texts and functions take. Not counted: code that V8 compiles as it warms up, and what belongs to the browser. */
async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const { snapshot, nodes }: Snapshot = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const foreign = new Set(['code', 'native', 'hidden', 'synthetic'].map((name) => types[0].indexOf(name)));
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!foreign.has(nodes[node + type] ?? -1)) bytes += nodes[node + size] ?? 0;
  return bytes / 1024 / 1024;
}
