import { useMessages } from '../../platform/language/messages.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { notificationsMessages } from './notifications.messages.ts';
import { VolumePanel } from './VolumePanel.tsx';

/** Where a narrow screen has no room for the button. */
export function VolumeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={useMessages(notificationsMessages)('volume')} onClose={onClose}>
      <VolumePanel />
    </Dialog>
  );
}
