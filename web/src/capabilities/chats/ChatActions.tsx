import type { Chat } from '@prosa/contracts/chats';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoreIcon, PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { ChatDialog } from './ChatDialog.tsx';
import { useRemoveChat } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';

/** Changing and deleting a chat, for its owner alone. */
export function ChatActions({ chat }: { chat: Chat }) {
  const text = useMessages(chatsMessages);
  const common = useMessages(commonMessages);
  const { user } = useSession();
  const remove = useRemoveChat();
  const [open, setOpen] = useState<'edit' | 'remove'>();
  if (chat.ownerId !== user.id) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={text('actionsOf', { name: chat.title })}
        items={[
          { key: 'edit', label: common('edit'), icon: <PencilIcon size={16} />, onSelect: () => setOpen('edit') },
          { key: 'remove', label: common('delete'), icon: <TrashIcon size={16} />, danger: true, onSelect: () => setOpen('remove') },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={text('actionsOf', { name: chat.title })}>
            <MoreIcon />
          </IconButton>
        )}
      />
      {open === 'edit' && <ChatDialog chat={chat} onClose={close} onSaved={close} />}
      {open === 'remove' && (
        <RemoveDialog
          {...{ remove }}
          id={chat.id}
          title={text('removeTitle', { name: chat.title })}
          body={text('removeBody')}
          removed={text('removed')}
          onClose={close}
        />
      )}
    </>
  );
}
