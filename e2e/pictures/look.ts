import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../axe.ts';
import { cutPlaceholders, cutTexts, isSettled, sidewaysPixels, smallTargets } from './in-page.ts';

export const widths = [1440, 1024, 768, 390] as const;
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Under this a screen is pressed by fingers. */
const touchWidth = 600;
export const isTouched = (width: number) => width < touchWidth;
const leastTarget = { mouse: 24, touch: 40 };
/** A phone is high, a desk is wide. */
export const heightOf = (width: number) => (isTouched(width) ? 844 : 900);

type Look = {
  themes: readonly Theme[];
  /** Where pictures go, and the beginning of their names. Without, none are taken. */
  pictures?: { folder: string; name: string } | undefined;
  /** Axe takes seconds, and finds the same in every language. */
  withAxe?: boolean;
};

/** Everything that is wrong with what the page shows now; nothing where all is well. */
export async function lookAt(page: Page, { themes: shown, pictures, withAxe = false }: Look): Promise<string[]> {
  await settle(page);
  const findings = await layoutFindings(page);
  for (const theme of shown) {
    await wear(page, theme);
    // Of the second theme only the colours are new.
    if (withAxe) findings.push(...(await seriousFindings(page, theme === shown[0] ? 'everything' : 'contrast')));
    if (pictures) {
      await mkdir(pictures.folder, { recursive: true });
      await page.screenshot({ path: join(pictures.folder, `${pictures.name}-${theme}.png`), animations: 'disabled', caret: 'hide' });
    }
  }
  return findings;
}

async function layoutFindings(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const sideways = await page.evaluate(sidewaysPixels);
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...(await page.evaluate(cutTexts)),
    ...(await page.evaluate(cutPlaceholders)),
    ...(await page.evaluate(smallTargets, isTouched(width) ? leastTarget.touch : leastTarget.mouse)),
  ];
}

const steps = { patience: 15_000, rest: 150 };

/** Until nothing is on its way any more. What never comes is seen on the picture. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(steps.rest);
  await page.waitForFunction(isSettled, undefined, { timeout: steps.patience }).catch(() => undefined);
  await page.waitForTimeout(steps.rest);
}

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}

/** As a link in the app does: the page stays loaded, and so does what looks at it. */
export async function walk(page: Page, path: string): Promise<void> {
  await closeAll(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** What lies over a page would lie over the next one too. */
export async function closeAll(page: Page): Promise<void> {
  const over = page.locator('dialog[open], [role=menu], [popover][role=dialog]');
  for (let tries = 0; tries < 4 && (await over.count()) > 0; tries += 1) await page.keyboard.press('Escape');
}

/** What runs in a page was compiled for here, where functions keep their names through a helper. */
export const prepare = (page: Page) => page.addInitScript('globalThis.__name = (named) => named');
