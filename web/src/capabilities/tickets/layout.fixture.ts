/** jsdom lays nothing out; a virtual list needs a window of some height to show its rows in. */
export function giveLayout(): void {
  const height = function height(this: HTMLElement) {
    return this.dataset.index === undefined ? 800 : 40;
  };
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: height });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: height });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => 400 });
  // Without scrolling, every list is at its end and asks for no more.
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, get: () => 5000 });
}
