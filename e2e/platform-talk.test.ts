import { announcementsApi } from '@prosa/contracts/announcements';
import { helpsApi } from '@prosa/contracts/helps';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../server/test/browser.ts';
import { expectAccessible } from './accessible.ts';
import { hasChrome, openProfile } from './chromium.ts';
import { logIn, reach } from './journey.ts';
import { openStage } from './stage.ts';

const patience = 240_000;

describe.runIf(hasChrome)('what the platform says to everybody', () => {
  const stage = openStage();
  let [boss, reader]: Client[] = [];

  beforeAll(async () => {
    const { world } = stage;
    boss = world.client();
    await boss.logIn(world.config.ADMIN_EMAIL);
    reader = await world.colleague(await world.company());
    await boss.call(announcementsApi.create, { body: { title: 'Manutenção', text: 'Sábado às 22h.', priority: 1 } });
    await boss.call(helpsApi.create, { body: { title: 'Primeiros passos', description: 'Como entrar', video: 'aqz-KE-bpKQ' } });
  });

  test.each([390])(
    'read by an agent at %i px: the top bar, and a video that comes only when it is opened',
    { timeout: patience },
    async (width) => {
      const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const outside: string[] = [];
      await context.route(/^https?:\/\/(?!localhost|127\.0\.0\.1)/, (route) => {
        outside.push(route.request().url());
        return route.abort();
      });
      if (reader) await logIn(page, reader);
      await page.getByRole('button', { name: 'Informativos: 1 não lido' }).click();
      await page.getByRole('button', { name: /Manutenção/ }).waitFor();
      await expectAccessible(page, 'announcements popover');
      await page.getByRole('button', { name: /Manutenção/ }).click();
      await page.getByRole('dialog', { name: 'Manutenção' }).waitFor();
      await expectAccessible(page, 'announcement');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Informativos', exact: true }).waitFor();
      await page.goto('/helps');
      await page.getByText('Primeiros passos').waitFor();
      await expectAccessible(page, '/helps');
      expect(outside).toEqual([]);
      await page.getByRole('button', { name: /Primeiros passos/ }).click();
      await expect.poll(() => outside.length).toBeGreaterThan(0);
      if (width === 1440) await page.getByText('Não foi possível carregar o vídeo').waitFor();
      expect(outside.every((address) => address.startsWith('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'))).toBe(true);
      await context.close();
    },
  );

  test.each([1440])('written by the super-admin at %i px', { timeout: patience }, async (width) => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (boss) await logIn(page, boss);
    await page.goto('/announcements');
    await page.getByRole('table').getByText('Manutenção').waitFor();
    await expectAccessible(page, '/announcements');
    await page.getByRole('button', { name: 'Novo informativo' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'announcement dialog');
    await page.keyboard.press('Escape');
    await page.goto('/settings?tab=helps');
    await page.getByRole('table').getByText('Primeiros passos').waitFor();
    await expectAccessible(page, 'helps tab');
    await page.getByRole('button', { name: 'Adicionar vídeo' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'help dialog');
    await page.keyboard.press('Escape');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Ver feriados' }).click();
    await page.getByText(/^Nenhum feriado em/).waitFor();
    await expectAccessible(page, 'holidays');
    await page.getByRole('button', { name: 'Adicionar feriado' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'holiday dialog');
    await context.close();
  });

  test('read by keyboard alone: the popover of the top bar, and the videos', { timeout: patience }, async () => {
    const { page, context } = await openProfile(stage.browser, stage.world.server.url, { width: 1440 });
    await context.route(/^https?:\/\/(?!localhost|127\.0\.0\.1)/, (route) => route.abort());
    if (reader) await logIn(page, reader);
    const bell = page.getByRole('button', { name: /^Informativos/ });
    await reach(page, bell);
    await page.keyboard.press('Enter');
    await reach(page, page.getByRole('button', { name: /Manutenção/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Manutenção' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/helps');
    await reach(page, page.getByRole('button', { name: /Primeiros passos/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Primeiros passos' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /Primeiros passos/ }).evaluate((card) => card === document.activeElement)).toBe(true);
    await context.close();
  });
});
