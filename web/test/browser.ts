/** Polyfills for what jsdom lacks. */
function polyfill(target: object, name: string, value: unknown): void {
  if (Reflect.get(target, name) === undefined) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

polyfill(globalThis, 'ResizeObserver', Observer);
polyfill(globalThis, 'IntersectionObserver', Observer);
polyfill(globalThis, 'matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
polyfill(Element.prototype, 'scrollIntoView', () => undefined);
polyfill(Element.prototype, 'scrollTo', () => undefined);
polyfill(HTMLDialogElement.prototype, 'showModal', function showModal(this: HTMLDialogElement) {
  this.open = true;
});
polyfill(HTMLDialogElement.prototype, 'close', function close(this: HTMLDialogElement) {
  this.open = false;
});
// Popovers are hidden by jsdom's own stylesheet; shown ones must be found by their role.
polyfill(HTMLElement.prototype, 'showPopover', function showPopover(this: HTMLElement) {
  this.style.display = 'block';
});
polyfill(HTMLElement.prototype, 'hidePopover', function hidePopover(this: HTMLElement) {
  this.style.display = '';
});
