import type { Chat } from '@prosa/contracts/chats';
import { type UIEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatListTime } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { ChatsIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ChatActions } from './ChatActions.tsx';
import { ChatDialog } from './ChatDialog.tsx';
import styles from './Chats.module.css';
import { useChats } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { unreadsOf } from './chats.patch.ts';

const moreWithin = 100;

/** The chats one is in, the latest first. */
export function ChatList({ selectedUuid }: { selectedUuid: string | undefined }) {
  const text = useMessages(chatsMessages);
  const [, navigate] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const chats = useChats();
  const more = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    // Quiet, as the specification has it; scrolling on asks again.
    if (scrollHeight - scrollTop - clientHeight <= moreWithin) void chats.loadMore().catch(() => undefined);
  };
  return (
    <>
      <header className={styles.listHead}>
        <h1>{text('title')}</h1>
        <Button kind="primary" icon={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          {text('add')}
        </Button>
      </header>
      <div className={styles.rows} onScroll={more}>
        <Rows chats={chats} selectedUuid={selectedUuid} />
      </div>
      {isAdding && (
        <ChatDialog
          onClose={() => setAdding(false)}
          onSaved={({ uuid }) => {
            setAdding(false);
            navigate(`/chats/${uuid}`);
          }}
        />
      )}
    </>
  );
}

function Rows({ chats, selectedUuid }: { chats: ReturnType<typeof useChats>; selectedUuid: string | undefined }) {
  const text = useMessages(chatsMessages);
  const common = useMessages(commonMessages);
  if (!chats.data && chats.isError)
    return <EmptyState title={common('listFailed')} action={<Button onClick={() => void chats.refetch()}>{common('tryAgain')}</Button>} />;
  if (!chats.data) return <SkeletonRows rows={6} height={60} />;
  if (chats.data.items.length === 0) return <EmptyState icon={<ChatsIcon />} title={text('none')} />;
  return (
    <ul aria-label={text('chats')}>
      {chats.data.items.map((chat) => (
        <li key={chat.id} className={styles.item} data-selected={chat.uuid === selectedUuid || undefined}>
          <ChatLink chat={chat} isCurrent={chat.uuid === selectedUuid} />
          <ChatActions chat={chat} />
        </li>
      ))}
    </ul>
  );
}

export function ChatLink({ chat, isCurrent = false, onOpen }: { chat: Chat; isCurrent?: boolean; onOpen?: () => void }) {
  const text = useMessages(chatsMessages);
  const { language } = useLanguage();
  const { user } = useSession();
  const unreads = unreadsOf(chat, user.id);
  return (
    <Link
      className={styles.link}
      href={`/chats/${chat.uuid}`}
      data-unread={unreads > 0 || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      {...(onOpen && { onClick: onOpen })}
    >
      <span className={styles.name}>{chat.title}</span>
      <time dateTime={chat.updatedAt}>{formatListTime(chat.updatedAt, language)}</time>
      <span className={styles.last}>{chat.lastMessage}</span>
      {unreads > 0 && <Badge label={text('unreadMessages', { n: unreads })}>{unreads}</Badge>}
    </Link>
  );
}
