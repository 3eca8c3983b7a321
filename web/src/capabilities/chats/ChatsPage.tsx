import { useState } from 'react';
import { useRoute } from 'wouter';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { ChatIcon, ChatsIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorBoundary } from '../../ui/page/ErrorBoundary.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ChatList } from './ChatList.tsx';
import styles from './Chats.module.css';
import { Conversation } from './Conversation.tsx';
import { useChat } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';

type View = 'list' | 'messages';
const tabs = ['list', 'messages'] as const;

/** The list and the messages side by side; on a narrow screen one at a time, in two tabs. */
export function ChatsPage() {
  const text = useMessages(chatsMessages);
  const [, params] = useRoute('/chats/:uuid');
  const navigate = useNavigate();
  const uuid = params?.uuid;
  const [last, setLast] = useState<string>();
  const [asked, setAsked] = useState<View>();
  if (uuid !== undefined && uuid !== last) {
    setLast(uuid);
    setAsked(undefined);
  }
  const isNarrow = useMedia(narrowScreen);
  const view = asked ?? (uuid === undefined ? 'list' : 'messages');
  return (
    <div className={styles.page} data-view={view}>
      <nav className={styles.tabs} aria-label={text('views')}>
        {tabs.map((tab) => (
          <button key={tab} type="button" aria-current={view === tab ? 'page' : undefined} onClick={() => setAsked(tab)}>
            {tab === 'list' ? <ChatsIcon size={20} /> : <ChatIcon size={20} />}
            {text(tab === 'list' ? 'chats' : 'messages')}
          </button>
        ))}
      </nav>
      <div className={styles.list} data-region>
        <ErrorBoundary>
          <ChatList selectedUuid={uuid} />
        </ErrorBoundary>
      </div>
      <div className={styles.messages} data-region>
        <ErrorBoundary {...(uuid !== undefined && { resetKey: uuid })}>
          {uuid === undefined ? (
            <Unselected />
          ) : (
            <Opened key={uuid} uuid={uuid} isSeen={!isNarrow || view === 'messages'} onGone={() => navigate('/chats', { replace: true })} />
          )}
        </ErrorBoundary>
      </div>
    </div>
  );
}

function Opened({ uuid, isSeen, onGone }: { uuid: string; isSeen: boolean; onGone: () => void }) {
  const { chat, isPending } = useChat(uuid, onGone);
  if (chat) return <Conversation chat={chat} isSeen={isSeen} />;
  return isPending ? (
    <div className={styles.centre}>
      <Spinner size={24} />
    </div>
  ) : (
    <Unselected />
  );
}

function Unselected() {
  const text = useMessages(chatsMessages);
  return (
    <div className={styles.centre}>
      <EmptyState icon={<ChatsIcon />} title={text('select')} />
    </div>
  );
}
