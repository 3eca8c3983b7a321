import { createStore, useStore } from './store.ts';
import { stored } from './stored.ts';

/** What a browser hands over where the app can be installed; not in the standard library of types. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event && typeof event.prompt === 'function';

const prompt = createStore<InstallPrompt | undefined>(undefined);

/** To be called at the start: the browser says it once, early, and would otherwise show a bar of its own. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isPrompt(event)) prompt.set(event);
  });
  window.addEventListener('appinstalled', () => prompt.set(undefined));
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
/** Tablets of that maker call themselves a desktop computer, one with a touch screen. */
const isApplePhone = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How the app can be installed here: by the browser's own question, or, where there is none, by what the person has to press. */
export function useInstall(): 'ask' | 'explain' | undefined {
  const asks = useStore(prompt) !== undefined;
  if (isInstalled()) return undefined;
  return asks ? 'ask' : isApplePhone() ? 'explain' : undefined;
}

/** The browser's own question, which can be put once. */
export async function askToInstall(): Promise<void> {
  const event = prompt.get();
  prompt.set(undefined);
  await event?.prompt();
}

const hintKey = 'installHint';
const dismissed = createStore(false);

/** The hint in the account's menu, until somebody does not want it; the palette keeps the way. */
export function useInstallHint(): boolean {
  const isDismissed = useStore(dismissed) || stored.read(hintKey) === 'over';
  return useInstall() !== undefined && !isDismissed;
}

export function dismissInstallHint(): void {
  stored.write(hintKey, 'over');
  dismissed.set(true);
}
