import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What would keep somebody from using the page, or the dialog that lies over it: by all rules, or only by that of contrast. */
export async function seriousFindings(page: Page, what: 'everything' | 'contrast'): Promise<string[]> {
  // Axe is half a megabyte of code, and is read by a page once.
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) });
  // Only findings are asked for: to describe what passed as well takes about as long as to look.
  builder.options({ resultTypes: ['violations'] });
  const axe = what === 'contrast' ? builder.withRules(['color-contrast']) : builder.withTags(guidelines);
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  // There are no frames here whose findings would have to be brought together.
  const { violations } = await axe.setLegacyMode(true).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
