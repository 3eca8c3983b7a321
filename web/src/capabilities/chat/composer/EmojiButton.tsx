import { lazy, Suspense } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SmileIcon } from '../../../ui/icons/chat-icons.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { composerMessages } from './composer.messages.ts';

const EmojiPicker = lazy(async () => ({ default: (await import('./EmojiPicker.tsx')).EmojiPicker }));

export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const text = useMessages(composerMessages);
  return (
    <Popover
      label={text('emoji')}
      trigger={(props) => (
        <IconButton {...props} label={text('emoji')}>
          <SmileIcon />
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense fallback={<Spinner />}>
          <EmojiPicker
            onChoose={(emoji) => {
              close();
              onChoose(emoji);
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
