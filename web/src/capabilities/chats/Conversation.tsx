import type { Chat } from '@prosa/contracts/chats';
import { lazy, Suspense, useMemo, useState } from 'react';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useShown } from '../../platform/lists/shown.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SearchIcon } from '../../ui/icons/icons.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { galleryOf } from '../chat/media/gallery.ts';
import type { ThreadView } from '../chat/messages/messages.data.ts';
import { messagesMessages } from '../chat/messages/messages.messages.ts';
import { firstUnread, threadItems } from '../chat/messages/thread.ts';
import { ThreadActionsContext, useSteadyActions } from '../chat/messages/thread-actions.ts';
import { Log, type Target } from '../chat/thread/Log.tsx';
import { SearchFields, useSearchWords } from '../chat/thread/SearchBar.tsx';
import { ChatActions } from './ChatActions.tsx';
import { ChatComposer } from './ChatComposer.tsx';
import styles from './Chats.module.css';
import { ChatTexts } from './ChatText.tsx';
import { threadIdOf, useChatOutbox, useChatSearch, useChatThread } from './chat-thread.data.ts';
import { useMarkRead } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { unreadsOf } from './chats.patch.ts';
import { membersOf, mentionsIn } from './mentions.ts';

const Lightbox = lazy(async () => ({ default: (await import('../../ui/overlays/Lightbox.tsx')).Lightbox }));
const olderWithin = 600;

/** One chat: what was said, and where one writes. `isSeen`: it is the tab that is shown. */
export function Conversation({ chat, isSeen }: { chat: Chat; isSeen: boolean }) {
  const text = useMessages(chatsMessages);
  const { user } = useSession();
  const thread = useChatThread(chat.id, text('someone'));
  const writing = useChatOutbox(chat.id, (words) => mentionsIn(words, membersOf(chat)));
  const [isSearching, setSearching] = useState(false);
  useMarkRead(chat, unreadsOf(chat, user.id), isSeen);
  return (
    <section className={styles.chat} aria-label={chat.title}>
      <header className={styles.head}>
        <div className={styles.about}>
          <h2 title={chat.title}>{chat.title}</h2>
          <p title={namesOf(chat)}>{namesOf(chat)}</p>
        </div>
        <IconButton label={text('search')} aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
          <SearchIcon />
        </IconButton>
        <ChatActions chat={chat} />
      </header>
      <ChatTexts chat={chat}>
        <Thread chat={chat} thread={thread} writing={writing} onSearched={isSearching ? () => setSearching(false) : undefined} />
      </ChatTexts>
      <ChatComposer chat={chat} writing={writing} />
    </section>
  );
}

const namesOf = (chat: Chat) =>
  membersOf(chat)
    .map(({ name }) => name)
    .join(', ');

type ThreadProps = {
  chat: Chat;
  thread: ThreadView;
  writing: ReturnType<typeof useChatOutbox>;
  /** The bar for searching is shown. */
  onSearched: (() => void) | undefined;
};

function Thread({ chat, thread, writing, onSearched }: ThreadProps) {
  const { outbox, retry, discard } = writing;
  const [viewing, setViewing] = useState<string>();
  const isShown = useShown();
  const items = useItems(chat, thread, outbox);
  const { target, setTarget, jumpTo, toEnd } = useJump(thread);
  const actions = useSteadyActions({
    ...{ isShown, jumpTo, discard },
    contactName: chat.title,
    isGroup: true,
    view: setViewing,
    retryOf: ({ outgoing }) => (outgoing?.state === 'failed' ? () => retry(outgoing.key) : undefined),
  });
  return (
    <ThreadActionsContext value={actions}>
      <div className={styles.thread}>
        {onSearched && <Searching chatId={chat.id} onFound={jumpTo} onClose={onSearched} />}
        {items.length > 0 ? (
          <Log
            {...{ items, isShown, thread, target, olderWithin }}
            ticketId={threadIdOf(chat.id)}
            onArrived={() => setTarget(undefined)}
            onLatest={toEnd}
          />
        ) : (
          <Nothing thread={thread} />
        )}
        {viewing !== undefined && (
          <Suspense>
            <Lightbox gallery={galleryOf(items)} firstKey={viewing} onClose={() => setViewing(undefined)} />
          </Suspense>
        )}
      </div>
    </ThreadActionsContext>
  );
}

function useItems(chat: Chat, { messages, hasMore }: ThreadView, outbox: ThreadProps['writing']['outbox']) {
  const { user } = useSession();
  const [wasUnread] = useState(() => unreadsOf(chat, user.id));
  const [unread, setUnread] = useState<ReturnType<typeof firstUnread> | 'unknown'>('unknown');
  if (messages && unread === 'unknown') setUnread(firstUnread(messages, wasUnread));
  if (outbox.entries.length > 0 && typeof unread === 'object') setUnread(undefined);
  return useMemo(
    () =>
      threadItems({
        ...{ outbox, hasMore },
        messages: messages ?? [],
        userId: user.id,
        ticketId: threadIdOf(chat.id),
        unread: unread === 'unknown' ? undefined : unread,
      }),
    [messages, outbox, user.id, chat.id, hasMore, unread],
  );
}

function useJump(thread: ThreadView) {
  const text = useMessages(chatsMessages);
  const [target, setTarget] = useState<Target>();
  const toEnd = () => {
    thread.backToNewest();
    setTarget('end');
  };
  const jumpTo = (messageId: number) => {
    setTarget(messageId);
    const giveUp = () => {
      setTarget((now) => (now === messageId ? undefined : now));
      notify('warning', text('notHere'));
    };
    thread.reach(messageId).then((found) => (found ? undefined : giveUp()), giveUp);
  };
  return { target, setTarget, jumpTo, toEnd };
}

function Searching({ chatId, ...rest }: { chatId: number; onFound: (messageId: number) => void; onClose: () => void }) {
  const searching = useSearchWords();
  return <SearchFields {...searching} {...rest} search={useChatSearch(chatId, searching.asked)} />;
}

function Nothing({ thread }: { thread: ThreadView }) {
  const text = useMessages(chatsMessages);
  const words = useMessages(messagesMessages);
  if (thread.isPending)
    return (
      <div className={styles.centre}>
        <Spinner size={24} />
      </div>
    );
  if (thread.isError && !thread.messages)
    return (
      <div className={styles.centre}>
        <p>{words('failedToLoad')}</p>
        <Button onClick={() => void thread.refetch()}>{words('tryAgain')}</Button>
      </div>
    );
  return <p className={styles.centre}>{text('noMessages')}</p>;
}
