import type { Chat, ChatMessage } from '@prosa/contracts/chats';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { ChatsIcon } from '../../ui/icons/icons.tsx';
import { BadgePopover } from '../../ui/overlays/BadgePopover.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { showOnDesktop } from '../notifications/desktop.ts';
import { inOneTab } from '../notifications/in-one-tab.ts';
import { ring } from '../notifications/sounds.ts';
import { ChatLink } from './ChatList.tsx';
import styles from './Chats.module.css';
import { useChats, useUnreadChats } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { unreadChats } from './unread-chats.ts';

const shownChats = 10;

/** In the top bar: the latest chats, what is unread in them, and a sound for what others say. */
export function ChatsButton() {
  const text = useMessages(chatsMessages);
  const alert = useAlert();
  const unread = useUnreadChats(alert);
  useEffect(() => unreadChats.set(unread), [unread]);
  useEffect(() => () => unreadChats.set(0), []);
  return (
    <BadgePopover
      title={text('title')}
      icon={<ChatsIcon />}
      count={unread}
      counted={text(unread === 1 ? 'unreadOne' : 'unread', { n: unread })}
    >
      {(close) => (
        <div className={styles.panel}>
          <Latest onOpen={close} />
          <Link className={styles.all} href="/chats" onClick={close}>
            {text('all')}
          </Link>
        </div>
      )}
    </BadgePopover>
  );
}

function Latest({ onOpen }: { onOpen: () => void }) {
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

/** Somebody else wrote in a chat that is not before one's eyes. */
function useAlert() {
  const text = useMessages(chatsMessages);
  const [path, navigate] = useLocation();
  return (message: ChatMessage, chat: Chat) => {
    const address = `/chats/${chat.uuid}`;
    const isRead = path === address && !document.hidden;
    void inOneTab(`chat-${message.id}`, () => {
      if (isRead) return;
      ring('message');
      if (!document.hidden) return;
      showOnDesktop({
        title: text('messageFrom', { name: message.sender?.name ?? chat.title, time: formatTime(message.createdAt) }),
        body: message.message || chat.lastMessage,
        tag: `chat-${chat.id}`,
        icon: undefined,
        onClick: () => navigate(address),
      });
    });
  };
}
