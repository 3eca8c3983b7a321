import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import type { Browser, Page } from 'playwright-core';
import { type Client, password } from '../server/test/browser.ts';
import type { Slow } from './browser-page.ts';
import { hostileTexts } from './hostile-texts.ts';
import { until } from './waiting.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The readers of the web app and the maker of hostile texts, as one script for a page. */
async function script(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-page-'));
  try {
    const out = join(folder, 'page.js');
    const args = [
      beside('browser-page.ts'),
      '--bundle',
      '--minify',
      '--format=iife',
      '--target=es2023',
      `--outfile=${out}`,
      '--log-level=error',
    ];
    await promisify(execFile)(beside('../node_modules/.bin/esbuild'), args);
    return await readFile(out, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const batchSize = 500;

/** Texts through everything that reads them, in a real browser: the slowest, and those at which something failed. */
export async function readTexts(page: Page, seed: string, count: number): Promise<Slow[]> {
  await page.goto('/login');
  // Not as an element of the page, whose policy lets in no script but its own.
  await page.evaluate(await script());
  const found: Slow[] = [];
  for (let from = 0; from < count; from += batchSize)
    found.push(
      ...(await page.evaluate(([part, some]) => globalThis.readHostile(part, some), [
        `${seed}/${from}`,
        Math.min(batchSize, count - from),
      ] as const)),
    );
  return found;
}

const perChat = 20;
const ordinaryChats = 2;
const ordinary = 'Olá, tudo bem? Não consegui fazer o pedido nº 1.234 ontem à noite. ';
export const chatsFor = (texts: number) => Math.ceil(texts / perChat) + ordinaryChats;

/** So many customers who are being served. */
export async function openChats(admin: Client, whatsappId: number, count: number): Promise<Ticket[]> {
  for (let chat = 0; chat < count; chat += 1) {
    const body = { number: `55119${70_000_000 + chat}`, name: `Cliente ${chat}`, body: 'Oi' };
    await admin.call(simulatorApi.write, { params: { whatsappId }, body });
  }
  const list = async () => (await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).count === count;
  await until('all customers wait', list);
  const tickets: Ticket[] = [];
  for (let served = 0; served < count; served += 1) {
    const { tickets: waiting } = await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } });
    const [next] = waiting;
    if (next) tickets.push(await admin.call(ticketsApi.update, { params: { id: next.id }, body: { status: 'open' } }));
  }
  return tickets;
}

/**
 * Every conversation opens with other hostile texts in it, put in on the way to the browser: what the server makes of them is not asked
 * here. Each is looked through from end to end, with what is folded unfolded. Answers the longest task, by the processor's time, of these
 * and of ordinary conversations: the measure of the machine. Everything is looked at twice. At the first look the browser searches all
 * fonts of the machine for signs it has never met, which no page can spare it.
 */
export async function showTexts(browser: Browser, page: Page, person: Client, tickets: Ticket[], seed: string) {
  const texts = [...hostileTexts(`${seed}/shown`, tickets.length * perChat)].map(({ text }) => text);
  const textsOf = (ticketId: number) => {
    const place = tickets.findIndex(({ id }) => id === ticketId);
    if (place < ordinaryChats) return Array.from({ length: perChat }, (_, at) => ordinary.repeat(1 + (at % 12)));
    return texts.slice(place * perChat, (place + 1) * perChat);
  };
  await page.route(/\/messages\/\d+(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const page: { messages?: Array<Record<string, unknown>> } = await answer.json();
    const [like] = page.messages ?? [];
    const ticketId = Number(/\/messages\/(\d+)/.exec(route.request().url())?.[1]);
    const messages = textsOf(ticketId).map((body, at) => ({
      ...like,
      id: ticketId * 1000 + at,
      body,
      createdAt: new Date(Date.UTC(2026, 0, 1, 12, at)).toISOString(),
    }));
    await route.fulfill({ json: { ...page, messages, count: messages.length, hasMore: false } });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.user.email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
  await page.locator('a[data-row]').first().waitFor();
  const [first, second]: [number[], number[]] = [[], []];
  for (const look of [first, second]) {
    for (const { uuid } of tickets) {
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
      await lookThrough(page, uuid);
      look.push(Math.max(0, ...tasksIn(await browser.stopTracing())));
    }
  }
  const longest = (look: number[]) => Math.max(0, ...look.slice(ordinaryChats));
  return { ordinary: Math.max(0, ...second.slice(0, ordinaryChats)), first: longest(first), again: longest(second) };
}

async function lookThrough(page: Page, uuid: string): Promise<void> {
  await page.locator(`a[data-row][href="/tickets/${uuid}"]`).click();
  const log = page.getByRole('log');
  await log.getByRole('article').first().waitFor();
  const more = log.getByRole('button', { name: 'Ler mais' });
  for (let step = 0; step < 12; step += 1) {
    if (step % 3 === 0 && (await more.count()) > 0) await more.first().click();
    await log.evaluate(async (element) => {
      element.scrollTop -= element.clientHeight * 0.8;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    });
  }
}

type Trace = {
  traceEvents: Array<{ name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number; args?: { name?: string } }>;
};

/** The time of the processor for each task of the pages' main threads, in milliseconds: what others did meanwhile does not count. */
function tasksIn(trace: Buffer): number[] {
  const { traceEvents }: Trace = JSON.parse(trace.toString('utf8'));
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid}:${tid}`))
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
}
