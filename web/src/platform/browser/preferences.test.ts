// @vitest-environment jsdom
import '../../../test/browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** Each start of the app reads what the browser has kept. */
async function start<M>(load: () => Promise<M>): Promise<M> {
  vi.resetModules();
  return load();
}
function systemIs(scheme: 'dark' | 'light') {
  const listeners: (() => void)[] = [];
  const media = {
    matches: scheme === 'dark',
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
    removeEventListener: () => undefined,
  };
  vi.stubGlobal('matchMedia', () => media);
  return {
    becomes(next: 'dark' | 'light') {
      media.matches = next === 'dark';
      for (const listener of listeners) listener();
    },
  };
}
const shown = () => document.documentElement.dataset.theme;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('"Themes: light and dark, stored locally as preferredTheme; the default follows the system"', () => {
  test.each(['dark', 'light'] as const)('a system that is %s', async (scheme) => {
    systemIs(scheme);
    await start(() => import('./theme.ts'));
    expect(shown()).toBe(scheme);
    expect(localStorage.getItem('preferredTheme')).toBeNull();
  });

  test('follows the system while it changes, until somebody has chosen', async () => {
    const system = systemIs('light');
    await start(() => import('./theme.ts'));
    system.becomes('dark');
    expect(shown()).toBe('dark');
    localStorage.setItem('preferredTheme', 'dark');
    system.becomes('light');
    expect(shown()).toBe('dark');
  });

  test.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['purple', 'dark'],
  ])('what was kept as %s starts as %s, whatever the system', async (kept, theme) => {
    systemIs('dark');
    localStorage.setItem('preferredTheme', kept);
    await start(() => import('./theme.ts'));
    expect(shown()).toBe(theme);
  });
});

describe('"Interface languages: Portuguese (default and fallback), English and Spanish"', () => {
  test.each([
    [null, 'pt', 'pt-BR'],
    ['en', 'en', 'en'],
    ['es', 'es', 'es'],
    ['pt', 'pt', 'pt-BR'],
    ['fr', 'pt', 'pt-BR'],
  ])('kept as %s the interface speaks %s', async (kept, language, tag) => {
    if (kept !== null) localStorage.setItem('language', kept);
    const { currentLanguage, languages } = await start(() => import('../language/messages.ts'));
    expect(currentLanguage()).toBe(language);
    expect(document.documentElement.lang).toBe(tag);
    expect(languages).toEqual(['pt', 'en', 'es']);
  });
});

test('what was said is still in the history after a reload, without what could be done about it then', async () => {
  sessionStorage.clear();
  const before = await start(() => import('./notices.ts'));
  before.notify('success', 'Tag Orçamento removida', { action: { label: 'Desfazer', onAction: () => undefined, undoes: true } });
  const after = await start(() => import('./notices.ts'));
  expect(after.noticeHistory.get()).toMatchObject([{ text: 'Tag Orçamento removida', action: undefined }]);
  after.notify('info', 'Copiado');
  expect(new Set(after.noticeHistory.get().map(({ id }) => id)).size).toBe(2);
});
