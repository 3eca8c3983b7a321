import { askToInstall, dismissInstallHint, useInstall } from '../platform/browser/install.ts';
import { useMessages } from '../platform/language/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { installMessages } from './install.messages.ts';

/** What installing brings, and the browser's question behind a button; where the browser has none, what to press there. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(installMessages);
  const way = useInstall();
  const install = () => {
    onClose();
    // Refused or taken, the browser has said what there is to say.
    void askToInstall().catch(() => undefined);
  };
  const dismiss = () => {
    dismissInstallHint();
    onClose();
  };
  return (
    <Dialog
      title={text('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={dismiss}>{text('notNow')}</Button>
          {way === 'ask' && (
            <Button kind="primary" data-autofocus onClick={install}>
              {text('install')}
            </Button>
          )}
        </>
      }
    >
      <p>{text(way === 'explain' ? 'explain' : 'ask')}</p>
    </Dialog>
  );
}
