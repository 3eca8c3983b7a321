import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, phoneOf, ticketOf } from './journey.ts';
import { cutTexts, isSettled, sidewaysPixels } from './pictures/in-page.ts';
import { openStage } from './stage.ts';

/** A page of 1280 px at 200 and at 400 %. */
const zoomed = [640, 320];
const patience = 300_000;

describe.runIf(hasChrome)('large letters and few colours', () => {
  const stage = openStage();
  let admin: Client;
  let paths: string[];

  beforeAll(async () => {
    admin = await stage.world.company();
    const whatsappId = await stage.world.connection(admin, { queueIds: [await stage.world.queue(admin)] });
    const phone = phoneOf(admin, whatsappId, '5511977776666', 'João Pedro de Alcântara Figueiredo');
    await phone.write('Bom dia, podem me mandar a segunda via da nota fiscal de outubro?');
    const { uuid } = await ticketOf(admin, phone);
    paths = [
      ...['/', '/tickets', `/tickets/${uuid}`, '/quick-messages', '/kanban', '/todolist', '/contacts', '/schedules', '/tags', '/chats'],
      ...['/helps', '/campaigns', '/contact-lists', '/campaigns-config', '/connections', '/simulator', '/queues', '/users'],
      ...['/messages-api', '/webhooks', '/financeiro', '/subscription', '/settings', `/tickets/${uuid}/transcript`],
    ];
  });

  /** As a link in the app does, until everything has come and stays. */
  const walk = async (page: Page, path: string) => {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    for (let still = 0; still < 3; still = (await page.evaluate(isSettled)) ? still + 1 : 0) await page.waitForTimeout(100);
  };

  test.each(zoomed)('every screen fits into %i px: nothing is cut, nothing scrolls sideways', { timeout: patience }, async (width) => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, { width, height: 640 });
    await logIn(page, admin);
    const findings: Record<string, string[]> = {};
    for (const path of paths) {
      await walk(page, path);
      const over = await page.evaluate(sidewaysPixels);
      const found = [...(await page.evaluate(cutTexts)), ...(over > 0 ? [`${over} px too wide`] : [])];
      if (found.length > 0) findings[path] = found;
    }
    expect(findings).toEqual({});
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('in forced colours what can be pressed, chosen or written into has an edge', { timeout: patience }, async () => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url);
    await page.emulateMedia({ forcedColors: 'active' });
    await logIn(page, admin);
    const findings: Record<string, string[]> = {};
    for (const path of paths) {
      await walk(page, path);
      const found = await page.evaluate(withoutEdge);
      if (found.length > 0) findings[path] = found;
    }
    expect(findings).toEqual({});
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Runs in the page. Backgrounds and shadows are gone there: what only they set apart is not to be seen. */
function withoutEdge(): string[] {
  const fields = 'input:not([type=hidden], [type=file]), select, textarea, [role=switch]';
  const chosen = '[aria-selected=true], [aria-pressed=true], [aria-current=page]';
  const hasEdge = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const sides = [style.borderTopWidth, style.borderBottomWidth, style.outlineWidth].map(Number.parseFloat);
    const styles = [style.borderTopStyle, style.borderBottomStyle, style.outlineStyle];
    return sides.some((width, side) => width > 0 && styles[side] !== 'none');
  };
  return [...document.querySelectorAll(`${fields}, ${chosen}`)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !hasEdge(element) && !(element.parentElement && hasEdge(element.parentElement)))
    .map((element) => element.outerHTML.slice(0, 160));
}
