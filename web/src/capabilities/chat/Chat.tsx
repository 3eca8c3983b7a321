import { type Ticket, ticketLive } from '@prosa/contracts/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { ApiError } from '../../platform/api/api.ts';
import { errorText } from '../../platform/api/errors.ts';
import { useLostFocus } from '../../platform/browser/focus-keeper.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { isEditable } from '../../platform/browser/shortcuts.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useShown } from '../../platform/lists/shown.ts';
import { useLive } from '../../platform/live/live.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useTicketActions } from '../ticket-actions/useTicketActions.ts';
import { focusRow } from '../ticket-store/current-row.ts';
import { nextInList } from '../ticket-store/ticket-cache.ts';
import { useTicket } from '../ticket-store/tickets.data.ts';
import styles from './Chat.module.css';
import { ChatHeader, ChatHeaderSkeleton } from './ChatHeader.tsx';
import { Composer, type Editing } from './composer/Composer.tsx';
import { useGiveBack } from './composer/window.data.ts';
import { SelectionContext } from './forwarding/selection.ts';
import { useForwarding } from './forwarding/useForwarding.tsx';
import { chatMessages } from './messages/chat.messages.ts';
import { useThread } from './messages/messages.data.ts';
import { messagesMessages } from './messages/messages.messages.ts';
import { useOutbox } from './messages/outbox.data.ts';
import { useEditing } from './messages/useEditing.ts';
import { type Quoting, useQuote } from './messages/useQuote.ts';
import { usePresence } from './presence/presence.data.ts';
import { useArrivals } from './thread/arrivals.ts';
import { type ListHandle, MessageList } from './thread/MessageList.tsx';
import { focusWriting } from './thread/useRoving.ts';
import { useRemoveTicket } from './ticket.data.ts';
import { transcriptPath } from './transcript/transcript-path.ts';
import { useBubbleActions } from './useBubbleActions.tsx';
import { useChatKeys } from './useChatKeys.ts';
import { useDrawer } from './useDrawer.ts';

const ContactDrawer = lazy(async () => ({ default: (await import('../contact-drawer/ContactDrawer.tsx')).ContactDrawer }));
const HistoryDialog = lazy(async () => ({ default: (await import('../ticket-history/HistoryDialog.tsx')).HistoryDialog }));
const ScheduleForContact = lazy(async () => ({ default: (await import('../schedules/ScheduleForContact.tsx')).ScheduleForContact }));
const TransferDialog = lazy(async () => ({ default: (await import('../ticket-actions/TransferDialog.tsx')).TransferDialog }));

/** One conversation. Use the ticket's uuid as key too, so that no state leaks into the next. */
export const Chat = memo(function Chat({ uuid }: { uuid: string }) {
  const text = useMessages(messagesMessages);
  const ticket = useTicket(uuid);
  useLeaveWhenGone(ticket);

  if (ticket.data) return <Conversation ticket={ticket.data} />;
  const failed = ticket.error && !isGone(ticket.error);
  return (
    <section className={styles.chat} aria-busy={!failed}>
      <ChatHeaderSkeleton />
      {failed && (
        <div className={styles.failed} role="alert">
          <p>{errorText(ticket.error)}</p>
          <Button onClick={() => void ticket.refetch()}>{text('tryAgain')}</Button>
        </div>
      )}
    </section>
  );
});

function Conversation({ ticket }: { ticket: Ticket }) {
  const text = useMessages(messagesMessages);
  const [arrivals, hear] = useArrivals();
  const arrival = arrivals.at(-1);
  const thread = useThread(ticket, { onArrival: hear });
  const writing = useOutbox(ticket.id, useGiveBack(ticket.id));
  const quoting = useQuote(ticket.id);
  const viewers = usePresence(ticket.id);
  const forwarding = useForwarding(ticket, thread.messages);
  const editing = useEditing(thread.messages);
  const parts = useConversationParts(ticket, { quoting, forwarding, editing });
  const wanted = Number(new URLSearchParams(useSearch()).get('message')) || undefined;
  const bubbles = useBubbleActions(ticket, writing, quoting.quote, editing.edit);
  const whole = useRef<HTMLDivElement>(null);
  useLostFocus(whole, () => focusWriting(whole.current?.firstElementChild));
  return (
    <div ref={whole} className={styles.whole}>
      <section className={styles.chat} aria-label={text('conversation', { name: ticket.contact.name })}>
        <ChatHeader ticket={ticket} viewers={viewers} {...parts.header} />
        <SelectionContext value={forwarding.selection}>
          <MessageList
            ticket={ticket}
            thread={thread}
            outbox={writing.outbox}
            arrivals={arrivals}
            actions={bubbles.actions}
            handle={parts.list}
            wanted={wanted}
            search={parts.search}
          />
        </SelectionContext>
        {forwarding.bar}
        <div className={styles.writing} hidden={forwarding.bar !== undefined}>
          <Composer
            {...{ ticket, quoting, writing, viewers, arrival }}
            newest={thread.newest}
            editing={{ ...editing, editLast: () => bubbles.actions.cannotEdit === undefined && editing.editLast() }}
          />
        </div>
      </section>
      {bubbles.question}
      {forwarding.dialog}
      {parts.layers}
    </div>
  );
}

/** What somebody has begun in the conversation, and Esc ends. */
type UnderWay = { quoting: Quoting; forwarding: ReturnType<typeof useForwarding>; editing: Editing };

/** Drawer and dialogs of the conversation, and their shortcuts. */
function useConversationParts(ticket: Ticket, { quoting, forwarding, editing }: UnderWay) {
  const actions = useTicketActions();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const drawer = useDrawer();
  const tagButton = useRef<HTMLButtonElement>(null);
  const list = useRef<ListHandle>(null);
  const [isSearching, setSearching] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const isOpen = ticket.status === 'open';
  useChatKeys({
    resolve: () => void (isOpen && actions.resolve(ticket)),
    resolveAndNext() {
      if (!isOpen) return;
      const next = nextInList(queryClient, ticket.id);
      void actions.resolve(ticket);
      if (next) navigate(`/tickets/${next.uuid}`);
    },
    giveBack: () => void (isOpen && actions.giveBack(ticket)),
    transfer: () => ticket.status !== 'closed' && setAsked('transfer'),
    tags: () => showTags(tagButton.current, drawer),
    drawer: drawer.toggle,
    schedule: () => !ticket.isGroup && setAsked('schedule'),
    search: () => setSearching(true),
    history: () => setAsked('history'),
    transcript: () => navigate(transcriptPath(ticket)),
    latest: () => list.current?.toEnd(),
    escape() {
      if (forwarding.bar) forwarding.leave();
      else if (editing.message) editing.stop();
      else if (quoting.quoted) quoting.quote(undefined);
      else if (isSearching) setSearching(false);
      else leaveStep(ticket, navigate);
    },
  });
  return {
    list,
    search: isSearching ? { onClose: () => setSearching(false) } : undefined,
    header: {
      actions,
      tagButton,
      isDrawerOpen: drawer.isOpen,
      onDrawer: drawer.toggle,
      onSearch: () => setSearching(true),
      onHistory: () => setAsked('history'),
      onTranscript: () => navigate(transcriptPath(ticket)),
      onSchedule: () => setAsked('schedule'),
      onTransfer: () => setAsked('transfer'),
      onDelete: () => setAsked('delete'),
    },
    layers: (
      <>
        {drawer.isOpen && <Drawer ticket={ticket} isBeside={drawer.isBeside} onClose={drawer.close} />}
        {asked && <AskedDialog asked={asked} ticket={ticket} onClose={() => setAsked(undefined)} />}
      </>
    ),
  };
}

/** Out of a field first, then out of the conversation; the focus is on its row either way. */
function leaveStep({ uuid }: Ticket, navigate: (path: string) => void): void {
  const isLeaving = !isEditable(document.activeElement);
  focusRow(uuid);
  if (isLeaving) navigate('/tickets');
}

/** Where the head has no room for them, the tags are beside the conversation. */
function showTags(button: HTMLButtonElement | null, drawer: ReturnType<typeof useDrawer>): void {
  if (button?.checkVisibility?.() !== false) button?.click();
  else if (!drawer.isOpen) drawer.toggle();
}

type Asked = 'transfer' | 'delete' | 'history' | 'schedule';

function AskedDialog({ asked, ticket, onClose }: { asked: Asked; ticket: Ticket; onClose: () => void }) {
  if (asked === 'delete') return <DeleteTicket ticket={ticket} onCancel={onClose} />;
  return (
    <Suspense>
      {asked === 'transfer' && <TransferDialog tickets={[ticket]} onClose={onClose} />}
      {asked === 'history' && <HistoryDialog ticket={ticket} onClose={onClose} />}
      {asked === 'schedule' && <ScheduleForContact contact={ticket.contact} onClose={onClose} />}
    </Suspense>
  );
}

/** The conversation is shown first, what lies beside it with the next frame. */
function Drawer(props: { ticket: Ticket; isBeside: boolean; onClose: () => void }) {
  const isShown = useShown();
  const toCome = props.isBeside && <aside className={styles.drawerToCome} aria-busy />;
  return <Suspense fallback={toCome}>{isShown || !props.isBeside ? <ContactDrawer {...props} /> : toCome}</Suspense>;
}

function DeleteTicket({ ticket, onCancel }: { ticket: Ticket; onCancel: () => void }) {
  const text = useMessages(chatMessages);
  const common = useMessages(commonMessages);
  const remove = useRemoveTicket();
  return (
    <ConfirmDialog
      title={text('deleteTicketTitle', { name: ticket.contact.name })}
      body={text('deleteTicketBody')}
      confirm={common('delete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(ticket, { onError: onCancel })}
      onCancel={onCancel}
    />
  );
}

/** Refused, unknown (a uuid that is none is refused as invalid), or deleted. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}

function useLeaveWhenGone({ data, error, refetch }: ReturnType<typeof useTicket>): void {
  const text = useMessages(messagesMessages);
  const navigate = useNavigate();
  const leave = useEffectEvent((reason: unknown) => {
    if (!isGone(reason)) return;
    if (reason instanceof ApiError && reason.status === 403) notify('danger', text('forbidden'));
    else if (data) notify('success', text('deletedTicket'));
    navigate('/tickets', { replace: true });
  });
  useEffect(() => leave(error), [error]);
  useLive(ticketLive, (event) => {
    // Sent for a deleted ticket and for one this user may no longer see: refetching tells which.
    if (event.action === 'delete' && event.ticketId === data?.id) void refetch();
  });
}
