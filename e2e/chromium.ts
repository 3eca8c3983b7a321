import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const found = [
  process.env.PROSA_CHROME,
  process.env.CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
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

/** `touch` is a phone: fingers instead of a mouse. */
export type Look = { width?: number; height?: number; language?: 'pt' | 'en' | 'es'; touch?: boolean };

/** A fresh browser profile at the server's address. Anything written to its console as an error fails the test that looks. */
export async function openProfile(browser: Browser, baseURL: string, look: Look = {}) {
  const { width = 1440, height = 900, language = 'pt', touch = false } = look;
  const screen = { viewport: { width, height }, hasTouch: touch, isMobile: touch };
  const context: BrowserContext = await browser.newContext({ baseURL, ...screen, colorScheme: 'light', locale: 'pt-BR' });
  // For a machine busy with much else.
  context.setDefaultTimeout(60_000);
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem('language')) localStorage.setItem('language', chosen);
  }, language);
  await context.addCookies([{ name: 'language', value: language, url: baseURL }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A lost network has another name when the service worker had already taken the page over and asked in its place.
    const expected = /status of 4\d\d|net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  return { context, page, complaints };
}
