/** What jsdom lacks of a browser, as little as the screens need. */
function lack(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

lack(globalThis, 'ResizeObserver', Observer);
lack(globalThis, 'IntersectionObserver', Observer);
lack(globalThis, 'matchMedia', (media: string) => ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
lack(Element.prototype, 'scrollIntoView', () => undefined);
lack(Element.prototype, 'scrollTo', () => undefined);
lack(HTMLDialogElement.prototype, 'showModal', function showModal(this: HTMLDialogElement) {
  this.open = true;
});
lack(HTMLDialogElement.prototype, 'close', function close(this: HTMLDialogElement) {
  this.open = false;
});
