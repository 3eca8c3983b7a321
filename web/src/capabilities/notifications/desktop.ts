import { createStore } from '../../platform/browser/store.ts';

type Permission = NotificationPermission | 'absent';
const read = (): Permission => ('Notification' in globalThis ? Notification.permission : 'absent');

/** Whether the browser shows notifications of ours outside its window. */
export const desktopPermission = createStore<Permission>(read());

/** Browsers ask people only when they have just clicked, and so do we. */
export async function askForDesktop(): Promise<void> {
  if (desktopPermission.get() === 'absent') return;
  await Notification.requestPermission();
  desktopPermission.set(read());
}

type DesktopNotice = { title: string; body: string; tag: string; icon?: string | undefined; onClick: () => void };

/** One per ticket: a newer one takes the place of the one before. */
export function showOnDesktop({ title, body, tag, icon, onClick }: DesktopNotice): void {
  if (read() !== 'granted') return;
  try {
    // The page's own sound is enough.
    const shown = new Notification(title, { body, tag, silent: true, ...(icon && { icon }) });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick();
    };
  } catch {
    // Some phones show notifications through a worker only; the badge and the sound must do there.
  }
}
