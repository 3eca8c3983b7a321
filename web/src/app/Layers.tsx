import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '../platform/browser/store.ts';
import { openLayer } from './palette/layer.ts';

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/ShortcutSheet.tsx')).ShortcutSheet }));
const InstallDialog = lazy(async () => ({ default: (await import('./InstallDialog.tsx')).InstallDialog }));
const NewTicketDialog = lazy(async () => ({
  default: (await import('../capabilities/tickets/dialogs/NewTicketDialog.tsx')).NewTicketDialog,
}));
const idleAfter = 3000;

/** What opens over every page. */
export function Layers() {
  const layer = useStore(openLayer);
  const onClose = () => openLayer.set(undefined);
  useEffect(() => {
    // Fetched once the page has settled, so that the first Ctrl+K is as quick as the next.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), idleAfter);
    return () => {
      clearTimeout(timer);
      openLayer.set(undefined);
    };
  }, []);
  return (
    <Suspense>
      {layer?.what === 'palette' && <Palette onClose={onClose} />}
      {layer?.what === 'sheet' && <ShortcutSheet onClose={onClose} />}
      {layer?.what === 'install' && <InstallDialog onClose={onClose} />}
      {layer?.what === 'newTicket' && <NewTicketDialog contact={layer.contact} onClose={onClose} />}
    </Suspense>
  );
}
