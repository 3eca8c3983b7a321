import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from './axe.ts';
import { sidewaysPixels } from './pictures/in-page.ts';

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

/** Polled: for a frame after a change of the width, the page is still laid out for the one before. */
export const expectNoSidewaysScroll = (page: Page, what: string): Promise<void> =>
  expect.poll(() => page.evaluate(sidewaysPixels), { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(0);
