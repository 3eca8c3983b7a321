/** What jsdom lacks of a browser, as little as the screens need. */
function lack(target: object, name: string, value: unknown): void {
  if (Reflect.get(target, name) === undefined) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

lack(globalThis, 'ResizeObserver', Observer);
lack(globalThis, 'IntersectionObserver', Observer);
lack(globalThis, 'matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
lack(Element.prototype, 'scrollIntoView', () => undefined);
lack(Element.prototype, 'scrollTo', () => undefined);
lack(HTMLDialogElement.prototype, 'showModal', function showModal(this: HTMLDialogElement) {
  this.open = true;
});
lack(HTMLDialogElement.prototype, 'close', function close(this: HTMLDialogElement) {
  this.open = false;
});
// Popovers are hidden by jsdom's own stylesheet; shown ones must be found by their role.
lack(HTMLElement.prototype, 'showPopover', function showPopover(this: HTMLElement) {
  this.style.display = 'block';
});
lack(HTMLElement.prototype, 'hidePopover', function hidePopover(this: HTMLElement) {
  this.style.display = '';
});
