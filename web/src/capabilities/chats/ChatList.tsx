import type { Chat } from '@prosa/contracts/chats';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatListTime } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { useFill } from '../../platform/lists/useFill.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
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

/** The chats one is in, the latest first. */
export function ChatList({ selectedUuid }: { selectedUuid: string | undefined }) {
  const text = useMessages(chatsMessages);
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [words, setWords] = useState('');
  const search = useDebounced(words.trim().toLowerCase());
  const chats = useChats(search);
  const scroller = useRef<HTMLDivElement>(null);
  const fill = useFill(scroller, { count: chats.data?.items.length ?? 0, loadMore: chats.loadMore });
  return (
    <>
      <header className={styles.listHead}>
        <h1>{text('title')}</h1>
        <Button kind="primary" icon={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          {text('add')}
        </Button>
      </header>
      <div className={styles.search}>
        <SearchField value={words} onChange={setWords} />
      </div>
      <div ref={scroller} className={styles.rows} onScroll={fill}>
        <Rows {...{ chats, search, selectedUuid }} onClear={() => setWords('')} />
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

type RowsProps = { chats: ReturnType<typeof useChats>; search: string; selectedUuid: string | undefined; onClear: () => void };

function Rows({ chats, search, selectedUuid, onClear }: RowsProps) {
  const text = useMessages(chatsMessages);
  const common = useMessages(commonMessages);
  if (!chats.data && chats.isError)
    return <EmptyState title={common('listFailed')} action={<Button onClick={() => void chats.refetch()}>{common('tryAgain')}</Button>} />;
  if (!chats.data) return <SkeletonRows rows={6} height={60} />;
  if (chats.data.items.length === 0 && search !== '')
    return (
      <EmptyState
        icon={<ChatsIcon />}
        title={common('nothingFound', { x: search })}
        action={<Button onClick={onClear}>{common('clearSearch')}</Button>}
      />
    );
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
      <span className={styles.name} title={chat.title}>
        {chat.title}
      </span>
      <time dateTime={chat.updatedAt}>{formatListTime(chat.updatedAt, language)}</time>
      <span className={styles.last} title={chat.lastMessage}>
        {chat.lastMessage}
      </span>
      {unreads > 0 && <Badge label={text(unreads === 1 ? 'unreadMessage' : 'unreadMessages', { n: unreads })}>{unreads}</Badge>}
    </Link>
  );
}
