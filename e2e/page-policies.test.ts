import { describe, expect, test } from 'vitest';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn } from './journey.ts';
import { openStage } from './stage.ts';

describe.runIf(hasChrome)('what pages may do', () => {
  const stage = openStage();

  test.each(['pt', 'en', 'es'] as const)('the app starts under Trusted Types in %s and installs its service worker', async (language) => {
    const { page, complaints, context } = await openProfile(stage.browser, stage.world.server.url, { language });
    await page.goto('/login');
    await page.getByRole('button').first().waitFor();
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
    expect(worker).toBe(`${stage.world.server.url}/sw.js`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('no text becomes markup or a script, and no other policy can be made', async () => {
    const admin = await stage.world.company();
    const { page, context } = await openProfile(stage.browser, stage.world.server.url);
    await logIn(page, admin);
    const failures = await page.evaluate(() => {
      const nameOf = (attempt: () => unknown) => {
        try {
          attempt();
          return 'allowed';
        } catch (error) {
          return error instanceof Error ? error.name : 'unknown';
        }
      };
      return [
        nameOf(() => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })),
        nameOf(() => Object.assign(document.createElement('script'), { src: '/sw.js' })),
        nameOf(() => new Worker('/sw.js')),
        nameOf(() => Reflect.get(window, 'trustedTypes').createPolicy('mine', {})),
      ];
    });
    expect(failures).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    await context.close();
  });

  test('the microphone may be asked for, the camera and the position may not', async () => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url);
    await page.goto('/login');
    const answers = await page.evaluate(async () => {
      const ask = (wanted: MediaStreamConstraints) =>
        navigator.mediaDevices.getUserMedia(wanted).then(
          () => 'given',
          (error: Error) => error.name,
        );
      const position = new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(code),
        );
      });
      return [await ask({ audio: true }), await ask({ video: true }), await position];
    });
    // 1 is "permission denied".
    expect(answers).toEqual(['given', 'NotAllowedError', 1]);
    await context.close();
  });
});
