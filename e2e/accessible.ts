import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from './axe.ts';

/** No finding that would keep somebody from using the page, or the dialog that lies over it, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await seriousFindings(page, 'everything'), what).toEqual([]);
  // The other theme is the same page in other colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await seriousFindings(page, 'contrast'), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=light]').waitFor();
}
