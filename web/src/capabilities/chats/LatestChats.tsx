import { useMessages } from '../../platform/language/messages.ts';
import { ChatsIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ChatLink } from './ChatList.tsx';
import { useChats } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';

const shownChats = 10;

/** What the popover of the top bar shows of the chats. */
export function LatestChats({ onOpen }: { onOpen: () => void }) {
  const text = useMessages(chatsMessages);
  const { data, isError } = useChats();
  if (!data) return isError ? <EmptyState icon={<ChatsIcon />} title={text('none')} /> : <SkeletonRows rows={3} height={56} />;
  if (data.items.length === 0) return <EmptyState icon={<ChatsIcon />} title={text('none')} />;
  return (
    <ul>
      {data.items.slice(0, shownChats).map((chat) => (
        <li key={chat.id}>
          <ChatLink chat={chat} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
