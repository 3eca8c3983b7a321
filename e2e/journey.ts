import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { password } from '../server/test/browser.ts';

/** Long, for machines that do much else meanwhile; nothing waits this long when all is well. */
const patience = { timeout: 90_000, interval: 50 };

/** Waits until a condition holds; reports the last value otherwise. */
export const eventually = <T>(look: () => Promise<T> | T) => expect.poll(look, patience);

/** Measured at once, a page may for a frame still be laid out for the width before. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export async function logIn(page: Page, { user }: Pick<Client, 'user'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
}

/** A customer's phone on the simulated network. */
export function phoneOf(admin: Client, whatsappId: number, number: string, name: string) {
  const write = (body: string) => admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name, body } });
  const read = () => admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });
  return {
    name,
    number,
    write,
    read,
    /** What it shows, oldest first; a file by its kind and caption. */
    texts: async () => (await read()).map(({ body }) => body),
    async sendFile(file: File, body = ''): Promise<void> {
      const form = new FormData();
      for (const [key, value] of Object.entries({ number, name, body })) form.append(key, value);
      form.append('media', file);
      const { status, body: reply } = await admin.raw('POST', `/simulator/${whatsappId}/messages`, { form });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(reply)}`);
    },
  };
}
export type Phone = ReturnType<typeof phoneOf>;

/** The ticket a phone's messages made, as soon as it is there. */
export const ticketOf = (admin: Client, { number }: Phone) =>
  vi.waitFor(async () => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } });
    const ticket = tickets.find(({ contact }) => contact.number === number);
    if (!ticket) throw new Error(`${number} has no ticket`);
    return ticket;
  }, patience);

/** Presses one key until the focus is there: what is not reached so can not be reached by keyboard. */
export async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never leads to ${String(target)}`);
}

/** What each bubble says, as a screen reader would. */
export const bubbles = (page: Page): Promise<string[]> =>
  page
    .getByRole('log')
    .getByRole('article')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
