import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useImperativeHandle, useMemo, useState } from 'react';
import { showError } from '../../../platform/api/errors.ts';
import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useShown } from '../../../platform/lists/shown.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useDelayed } from '../../../ui/Skeleton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useEarlierTickets } from '../../ticket-store/earlier.data.ts';
import { galleryOf } from '../media/gallery.ts';
import { type ThreadView, useThread } from '../messages/messages.data.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { Outbox } from '../messages/outbox.ts';
import { firstUnread, threadItems } from '../messages/thread.ts';
import { type ThreadActions, ThreadActionsContext, useSteadyActions } from '../messages/thread-actions.ts';
import { Markup } from '../text/Markup.tsx';
import { Announcer } from './Announcer.tsx';
import { useArrivals } from './arrivals.ts';
import { Log, type Target } from './Log.tsx';
import styles from './MessageList.module.css';
import { SearchBar } from './SearchBar.tsx';

const Lightbox = lazy(async () => ({ default: (await import('../../../ui/overlays/Lightbox.tsx')).Lightbox }));

const EditHistory = lazy(async () => ({ default: (await import('./EditHistory.tsx')).EditHistory }));

const none: readonly Message[] = [];
const nothingOut: Outbox = { entries: [], stored: new Map() };
/** What other parts of the chat may ask of the list. */
export type ListHandle = { toEnd: () => void };
type MessageListProps = {
  ticket: Ticket;
  thread: ThreadView;
  outbox?: Outbox;
  /** What came in since it was opened, newest last. */
  arrivals?: readonly Message[];
  /** Answering, taking back and sending again; absent where one only looks. */
  actions?: Omit<ThreadActions, 'contactName' | 'isGroup' | 'isShown' | 'closedOn' | 'jumpTo' | 'view' | 'showEdits'>;
  handle?: RefObject<ListHandle | null>;
  /** A message to open at, such as one that was found elsewhere. */
  wanted?: number | undefined;
  /** The bar for searching in the conversation is shown. */
  search?: { onClose: () => void } | undefined;
};

export function MessageList({ ticket, thread, outbox = nothingOut, arrivals = none, actions, handle, wanted, search }: MessageListProps) {
  const [viewing, setViewing] = useState<string>();
  const [edited, setEdited] = useState<Message>();
  const { target, setTarget, jumpTo, toEnd } = useJump(thread, handle);
  const items = useItems(ticket, thread, outbox);
  const open = useEffectEvent(jumpTo);
  const isLoaded = thread.messages !== undefined;
  useEffect(() => {
    if (wanted !== undefined && isLoaded) open(wanted);
  }, [wanted, isLoaded]);
  const closedOn = useClosingDates(
    ticket,
    items.some(({ kind }) => kind === 'earlier'),
  );
  const isShown = useShown();
  const { contact, isGroup } = ticket;
  const own = { contactName: contact.name, isGroup, isShown, closedOn, marksUnplayed: true };
  const all = useSteadyActions({ ...actions, ...own, jumpTo, view: setViewing, showEdits: setEdited });
  return (
    <ThreadActionsContext value={all}>
      <div className={styles.area}>
        <Announcer arrivals={arrivals} contactName={ticket.contact.name} />
        {search && <SearchBar ticketId={ticket.id} onFound={jumpTo} onClose={search.onClose} />}
        <Nothing thread={thread} isEmpty={items.length === 0} />
        {items.length > 0 && (
          <Log
            items={items}
            isShown={isShown}
            ticketId={ticket.id}
            thread={thread}
            target={target}
            onArrived={() => setTarget(undefined)}
            onLatest={toEnd}
          />
        )}
        {edited && (
          <Suspense>
            <EditHistory message={edited} contactName={contact.name} onClose={() => setEdited(undefined)} />
          </Suspense>
        )}
        {viewing !== undefined && (
          <Suspense>
            <Lightbox gallery={galleryOf(items)} firstKey={viewing} showCaption={asMarkup} onClose={() => setViewing(undefined)} />
          </Suspense>
        )}
      </div>
    </ThreadActionsContext>
  );
}

const asMarkup = (caption: string) => <Markup text={caption} />;

/** A read-only conversation: nothing is marked as read and the viewer is not announced. */
export function ReadOnlyThread({ ticket }: { ticket: Ticket }) {
  const [arrivals, hear] = useArrivals();
  const thread = useThread(ticket, { spy: true, onArrival: hear });
  return <MessageList {...{ ticket, thread, arrivals }} />;
}

function useItems(ticket: Ticket, { messages, hasMore }: ThreadView, outbox: Outbox) {
  const { user } = useSession();
  const [wasUnread] = useState(ticket.unreadMessages);
  const [unread, setUnread] = useState<ReturnType<typeof firstUnread> | 'unknown'>('unknown');
  // Marked once, when the conversation opens, and gone once it is answered; what arrives later is read as it comes.
  if (messages && unread === 'unknown') setUnread(firstUnread(messages, wasUnread));
  if (outbox.entries.length > 0 && typeof unread === 'object') setUnread(undefined);
  return useMemo(
    () =>
      threadItems({
        messages: messages ?? [],
        outbox,
        userId: user.id,
        ticketId: ticket.id,
        hasMore,
        unread: unread === 'unknown' ? undefined : unread,
      }),
    [messages, outbox, user.id, ticket.id, hasMore, unread],
  );
}

function useJump(thread: ThreadView, handle: MessageListProps['handle']) {
  const text = useMessages(messagesMessages);
  const [target, setTarget] = useState<Target>();
  const toEnd = () => {
    thread.backToNewest();
    setTarget('end');
  };
  const jumpTo = (messageId: number) => {
    setTarget(messageId);
    const giveUp = () => setTarget((now) => (now === messageId ? undefined : now));
    thread.reach(messageId).then(
      (found) => {
        if (found) return;
        giveUp();
        notify('warning', text('notHere'));
      },
      (error: unknown) => {
        giveUp();
        showError(error);
      },
    );
  };
  useImperativeHandle(handle, () => ({ toEnd }));
  return { target, setTarget, jumpTo, toEnd };
}

function useClosingDates(ticket: Ticket, isWanted: boolean): ThreadActions['closedOn'] {
  const earlier = useEarlierTickets(ticket, isWanted).data;
  return useMemo(() => earlier && ((ticketId) => earlier.find(({ id }) => id === ticketId)?.updatedAt), [earlier]);
}

function Nothing({ thread, isEmpty }: { thread: ThreadView; isEmpty: boolean }) {
  const text = useMessages(messagesMessages);
  if (thread.isPending) return <Loading />;
  if (thread.isError && !thread.messages)
    return (
      <div className={styles.centre} role="alert">
        <p>{text('failedToLoad')}</p>
        <Button onClick={() => void thread.refetch()}>{text('tryAgain')}</Button>
      </div>
    );
  return thread.messages && isEmpty ? <p className={styles.centre}>{text('empty')}</p> : null;
}

function Loading() {
  return useDelayed() ? (
    <div className={styles.centre}>
      <Spinner size={24} />
    </div>
  ) : null;
}
