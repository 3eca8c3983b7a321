import type { Chat, ChatMessage } from '@prosa/contracts/chats';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { ChatsIcon } from '../../ui/icons/icons.tsx';
import { BadgePopover } from '../../ui/overlays/BadgePopover.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { showOnDesktop } from '../notifications/desktop.ts';
import { inOneTab } from '../notifications/in-one-tab.ts';
import { ring } from '../notifications/sounds.ts';
import styles from './Chats.module.css';
import { useUnreadChats } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { unreadChats } from './unread-chats.ts';

/** Fetched when the popover is opened first. */
const LatestChats = lazy(async () => ({ default: (await import('./LatestChats.tsx')).LatestChats }));

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
          <Suspense fallback={<SkeletonRows rows={3} height={56} />}>
            <LatestChats onOpen={close} />
          </Suspense>
          <Link className={styles.all} href="/chats" onClick={close}>
            {text('all')}
          </Link>
        </div>
      )}
    </BadgePopover>
  );
}

/** Somebody else wrote in a chat that is not before one's eyes. */
function useAlert() {
  const text = useMessages(chatsMessages);
  const navigate = useNavigate();
  return (message: ChatMessage, chat: Chat) => {
    const address = `/chats/${chat.uuid}`;
    const isRead = location.pathname === address && !document.hidden;
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
