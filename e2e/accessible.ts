import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
  // Axe is half a megabyte of code, and is read by a page once.
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) });
  // Only findings are asked for: to describe what passed as well takes about as long as to look.
  const axe = choose(builder.options({ resultTypes: ['violations'] }));
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  // There are no frames here whose findings would have to be brought together.
  const { violations } = await axe.setLegacyMode(true).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
