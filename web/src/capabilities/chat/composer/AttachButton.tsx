import { useRef } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TemplateIcon } from '../../../ui/icons/chat-icons.tsx';
import { PaperclipIcon } from '../../../ui/icons/icons.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { composerMessages } from './composer.messages.ts';
import { windowMessages } from './window.messages.ts';

type AttachButtonProps = {
  onFiles: (files: readonly File[]) => void;
  /** Chooses a template; only where the channel has them. */
  onTemplate?: (() => void) | undefined;
};

export function AttachButton({ onFiles, onTemplate }: AttachButtonProps) {
  const text = useMessages(composerMessages);
  const words = useMessages(windowMessages);
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => picker.current?.click();
  return (
    <>
      {onTemplate ? (
        <Menu
          label={text('attach')}
          align="start"
          items={[
            { key: 'file', label: words('file'), icon: <PaperclipIcon size={16} />, onSelect: pick },
            { key: 'template', label: words('template'), icon: <TemplateIcon size={16} />, onSelect: onTemplate },
          ]}
          trigger={(props) => (
            <IconButton {...props} label={text('attach')}>
              <PaperclipIcon />
            </IconButton>
          )}
        />
      ) : (
        <IconButton label={text('attach')} onClick={pick}>
          <PaperclipIcon />
        </IconButton>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={text('attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was taken out.
          event.target.value = '';
        }}
      />
    </>
  );
}
