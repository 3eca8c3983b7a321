import { expect, test } from 'vitest';
import { z } from 'zod';
import { isNavigation, proxyPattern, readApiPaths, serverPaths } from '../../../api-paths.ts';

const modules = import.meta.glob<Record<string, unknown>>(['../../../../contracts/src/*.ts', '!**/*.test.ts'], { eager: true });
const Endpoint = z.object({ method: z.string().optional(), path: z.string().startsWith('/') });

/** Every object with a path that a contract exports, however deep: endpoints, and downloads that are no endpoint. */
function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 3 || value instanceof z.ZodType) return [];
  const found = Endpoint.safeParse(value);
  return found.success ? [found.data.path] : Object.values(value).flatMap((inner) => pathsIn(inner, depth + 1));
}

const paths = Object.values(modules).flatMap((module) => pathsIn(module));
const patterns = [...readApiPaths(), ...serverPaths].map((step) => new RegExp(proxyPattern(step)));

test('the development server proxies every path of the contracts', () => {
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

test('files of the web app are not proxied', () => {
  for (const path of ['/', '/src/app/main.tsx', '/@vite/client', '/ticketsX', '/login', '/queues', '/connections'])
    expect(
      patterns.some((pattern) => pattern.test(path)),
      path,
    ).toBe(false);
});

test('a navigation of the browser reaches the web app, a call the server', () => {
  expect(isNavigation({ method: 'GET', headers: { accept: 'text/html,application/xhtml+xml' } })).toBe(true);
  expect(isNavigation({ method: 'GET', headers: { accept: 'application/json' } })).toBe(false);
  expect(isNavigation({ method: 'POST', headers: { accept: 'text/html' } })).toBe(false);
});
