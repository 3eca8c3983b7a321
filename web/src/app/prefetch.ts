import { useEffect } from 'react';

/** Everything that is fetched apart, by the first click on it at the latest. */
export const parts = import.meta.glob([
  '../capabilities/*/*Page.tsx',
  '!../capabilities/{session,sign-up}/*',
  '../capabilities/tickets/**/{NewTicket,Spy}Dialog.tsx',
  '../capabilities/ticket-actions/TransferDialog.tsx',
  '../capabilities/tags/TagsDialog.tsx',
  '../capabilities/contacts/ContactDialog.tsx',
  '../capabilities/chat/**/{EmojiPicker,RecordingBar}.tsx',
  '../capabilities/notifications/VolumeDialog.tsx',
  '../ui/overlays/Lightbox.tsx',
  '../capabilities/profile/ProfileDialog.tsx',
  './palette/{Palette,ShortcutSheet}.tsx',
]);
const idleAfter = 20_000;

/** Fetches the rest of the app, one part after the other, once the page has settled: a click answers at once, and also without a network. */
export function usePrefetchApp(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined;
    // A part that can not be had now is asked for again by the click on it.
    const timer = setTimeout(() => void fetchAll().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
}

async function fetchAll(): Promise<void> {
  for (const load of Object.values(parts)) {
    // Some browsers never ask again for a part that once could not be had.
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    await load();
  }
}
