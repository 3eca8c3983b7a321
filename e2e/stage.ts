import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Outbound } from '../server/src/platform/outbound/outbound.ts';
import { openWorld, type World } from '../server/test/world.ts';
import { openChrome } from './chromium.ts';

/** A server and a browser for the tests of one file, from before its first until after its last. */
export function openStage(
  environment: Record<string, string> = {},
  outbound?: Outbound,
): { readonly world: World; readonly browser: Browser } {
  let world: World | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    world = await openWorld(environment, undefined, undefined, outbound);
    browser = await openChrome();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  return {
    get world() {
      return opened(world);
    },
    get browser() {
      return opened(browser);
    },
  };
}

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The stage is open only while tests run.');
  return part;
}
