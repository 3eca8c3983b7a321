import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const found = [
  process.env.PROSA_CHROME,
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
/** Without a browser these tests are left out; `npm test` says so in one line. */
export const hasChrome = found !== undefined;

const quiet = ['disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];

/** A microphone that beeps, and nobody to ask whether it may be used. */
const microphone = ['use-fake-device-for-media-stream', 'use-fake-ui-for-media-stream'];

export function openChrome(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['no-sandbox'] : [];
  const flags = [...quiet, ...microphone, ...sandbox].map((flag) => `--${flag}`);
  return chromium.launch({ executablePath: found ?? '', args: flags });
}

export type Look = { width?: number; height?: number; language?: 'pt' | 'en' | 'es' };

/** A fresh browser profile at the server's address. Anything written to its console as an error fails the test that looks. */
export async function openProfile(browser: Browser, baseURL: string, { width = 1440, height = 900, language = 'pt' }: Look = {}) {
  const context: BrowserContext = await browser.newContext({ baseURL, viewport: { width, height }, colorScheme: 'light', locale: 'pt-BR' });
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem('language')) localStorage.setItem('language', chosen);
  }, language);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const expected = /status of 4\d\d|net::ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** No finding that would keep somebody from using the page, or the dialog that lies over it, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const told = await findings(page, (axe) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']));
  expect(told, what).toEqual([]);
  // The other theme is the same page in other colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await findings(page, (axe) => axe.withRules(['color-contrast'])), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=light]').waitFor();
}

async function findings(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = choose(new AxeBuilder({ page }));
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  // There are no frames here whose findings would have to be brought together.
  const { violations } = await axe.setLegacyMode(true).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
