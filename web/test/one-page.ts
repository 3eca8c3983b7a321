import './browser.ts';
import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// To make a page and to read libraries costs more than most files of tests, so files share both. What one of them changed of the page
// or of the browser ends with it, and our own code is read again: each file finds everything as the first did.

const shared: object[] = [Element.prototype, HTMLElement.prototype, navigator, document];
const untouched = shared.map((target) => Object.getOwnPropertyDescriptors(target));
const { setTimeout: wait, setInterval: repeat, addEventListener: listen } = globalThis;
const ends: Array<() => void> = [];

globalThis.setTimeout = noting(wait, (timer: number) => clearTimeout(timer));
globalThis.setInterval = noting(repeat, (timer: number) => clearInterval(timer));
globalThis.addEventListener = noting(listen, (_: undefined, type: string, ...rest: [EventListener]) => removeEventListener(type, ...rest));

/** The same function; what it began is ended with the file by another. */
function noting<F extends (...args: never[]) => unknown, R, A extends unknown[]>(begin: F, end: (result: R, ...args: A) => void): F {
  return new Proxy(begin, {
    apply(target, self, args: A) {
      const result = Reflect.apply(target, self, args);
      ends.push(() => end(result, ...args));
      return result;
    },
  });
}

afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const end of ends.splice(0)) end();
  Object.assign(globalThis, { setTimeout: wait, setInterval: repeat, addEventListener: listen });
  for (const [index, target] of shared.entries()) restore(target, untouched[index] ?? {});
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  vi.resetModules();
});

function restore(target: object, properties: PropertyDescriptorMap): void {
  for (const name of Reflect.ownKeys(target)) {
    const before = properties[name];
    const now = Reflect.getOwnPropertyDescriptor(target, name);
    if (now?.configurable !== true) continue;
    if (before === undefined) Reflect.deleteProperty(target, name);
    else if (before.get !== now.get || before.value !== now.value) Object.defineProperty(target, name, before);
  }
}
