import { useEffect } from 'react';

/** All lazily loaded parts of the app. */
export const lazyParts = import.meta.glob([
  '../capabilities/*/*Page.tsx',
  '!../capabilities/{session,sign-up}/*',
  '../capabilities/tickets/**/{NewTicket,Spy,Filter}Dialog.tsx',
  '../capabilities/ticket-actions/TransferDialog.tsx',
  '../capabilities/tags/TagsDialog.tsx',
  '../capabilities/contacts/ContactDialog.tsx',
  '../capabilities/schedules/ScheduleForContact.tsx',
  '../capabilities/chat/**/{EmojiPicker,RecordingBar,TemplateDialog,ForwardDialog,ReactionDialog,EditHistory,TranscriptPage}.tsx',
  '../capabilities/connections/LedgerDialog.tsx',
  '../capabilities/ticket-history/HistoryDialog.tsx',
  '../capabilities/notifications/VolumeDialog.tsx',
  '../capabilities/{companies,plans,helps}/*Tab.tsx',
  '../capabilities/holidays/HolidaysSection.tsx',
  '../capabilities/payments/PayDialog.tsx',
  '../capabilities/webhooks/{Deliveries,Guide}Dialog.tsx',
  '../ui/overlays/Lightbox.tsx',
  '../capabilities/profile/ProfileDialog.tsx',
  './palette/{Palette,ShortcutSheet}.tsx',
  './InstallDialog.tsx',
  '../capabilities/chats/LatestChats.tsx',
]);
const idleAfter = 20_000;

/** Prefetches the lazy parts of the app one by one when the page is idle, so that they open at once and also offline. */
export function usePrefetchApp(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined;
    // A failed part is loaded again when it is opened.
    const timer = setTimeout(() => void prefetchAll().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
}

async function prefetchAll(): Promise<void> {
  for (const load of Object.values(lazyParts)) {
    // Some browsers cache failed imports.
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    await load();
  }
}
