import { lazy, Suspense } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { SmileIcon } from '../../ui/chat-icons.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
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
