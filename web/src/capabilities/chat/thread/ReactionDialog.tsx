import { useMessages } from '../../../platform/language/messages.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { EmojiPicker } from '../composer/EmojiPicker.tsx';
import { changesMessages } from '../messages/changes.messages.ts';

/** Any emoji, for who does not find theirs in the row of the menu. */
export function ReactionDialog({ onChoose, onClose }: { onChoose: (emoji: string) => void; onClose: () => void }) {
  const text = useMessages(changesMessages);
  return (
    <Dialog title={text('react')} onClose={onClose}>
      <EmojiPicker
        onChoose={(emoji) => {
          onChoose(emoji);
          onClose();
        }}
      />
    </Dialog>
  );
}
