import type { Message } from '@prosa/contracts/messages';
import { lazy, Suspense, useDeferredValue, useReducer, useState } from 'react';
import { notify } from '../../../platform/browser/notices.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { DownloadIcon, ForwardIcon, ReplyIcon, SmileIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChevronDownIcon, CopyIcon, HistoryIcon, PencilIcon, TrashIcon } from '../../../ui/icons/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import { forwardingMessages } from '../forwarding/forwarding.messages.ts';
import { isForwardable, useSelection } from '../forwarding/selection.ts';
import { mediaMessages } from '../media/media.messages.ts';
import { fileName } from '../media/media.ts';
import { changesMessages } from '../messages/changes.messages.ts';
import { ourReaction } from '../messages/changes.rules.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './Bubble.module.css';
import { ReactionRow } from './ReactionRow.tsx';

const ReactionDialog = lazy(async () => ({ default: (await import('./ReactionDialog.tsx')).ReactionDialog }));

/** What can be done with one message. Nobody needs it in the first frame, so it comes with the next. */
export function BubbleMenu({ message }: { message: Message }) {
  const isDue = useDeferredValue(useThreadActions().isShown, false);
  return isDue && <Actions message={message} />;
}

/** Answer any, take back only one's own. */
function Actions({ message }: { message: Message }) {
  const text = useMessages(messagesMessages);
  const [isPicking, setPicking] = useState(false);
  // What may be done changes with time alone, so it is asked again when the menu opens.
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const items = useItems(message, () => setPicking(true));
  const react = useThreadActions().reactTo?.(message);
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={text('messageActions')}
        items={items}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            onClick={() => {
              lookAgain();
              props.onClick();
            }}
            tabIndex={-1}
            data-menu
            className={styles.menu}
            aria-label={text('messageActions')}
            title={text('messageActions')}
          >
            <ChevronDownIcon size={16} />
          </button>
        )}
      />
      {isPicking && react && (
        <Suspense>
          <ReactionDialog onChoose={react} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  );
}

function useItems(message: Message, pickEmoji: () => void): MenuItem[] {
  const text = useMessages(messagesMessages);
  const common = useMessages(commonMessages);
  const media = useMessages(mediaMessages);
  const { reply, remove, cannotRemove } = useThreadActions();
  const selection = useSelection();
  const forwarding = useMessages(forwardingMessages);
  const { user } = useSession();
  const { mediaUrl, body, isDeleted } = message;
  const items: MenuItem[] = [];
  if (reply && !isDeleted) items.push({ key: 'reply', label: text('reply'), icon: <ReplyIcon />, onSelect: () => reply(message) });
  if (body !== '' && !isDeleted)
    items.push({ key: 'copy', label: common('copy'), icon: <CopyIcon />, onSelect: () => void copy(body, common('copied')) });
  items.push(...useReacting(message, pickEmoji));
  if (selection && isForwardable(message))
    items.push({ key: 'forward', label: forwarding('forward'), icon: <ForwardIcon />, onSelect: () => selection.begin(message) });
  if (mediaUrl && !isDeleted)
    items.push({
      key: 'download',
      label: media('download'),
      icon: <DownloadIcon />,
      onSelect: () => fetchFile(mediaUrl, fileName(mediaUrl, body, message.data?.fileName)),
    });
  items.push(...useEditing(message));
  if ((remove || cannotRemove) && isOwn(message, user.id) && !isDeleted)
    items.push({
      key: 'delete',
      label: common('delete'),
      icon: <TrashIcon />,
      danger: remove !== undefined,
      unavailable: cannotRemove,
      onSelect: () => remove?.(message),
    });
  return items;
}

/** The row of emoji, or why there is none. */
function useReacting(message: Message, pickEmoji: () => void): MenuItem[] {
  const text = useMessages(changesMessages);
  const { reactTo, cannotReact } = useThreadActions();
  const react = reactTo?.(message);
  if (!react) return [];
  const choose = (close: () => void, emoji: string) => {
    close();
    react(emoji);
  };
  const row = (close: () => void) => (
    <ReactionRow
      current={ourReaction(message)}
      onChoose={(emoji) => choose(close, emoji)}
      onMore={() => {
        close();
        pickEmoji();
      }}
    />
  );
  const item = { key: 'react', label: text('react'), icon: <SmileIcon />, unavailable: cannotReact, onSelect: () => undefined };
  return [cannotReact === undefined ? { ...item, inside: row } : item];
}

/** Editing, or why not; and what it said before it was edited. */
function useEditing(message: Message): MenuItem[] {
  const text = useMessages(changesMessages);
  const common = useMessages(commonMessages);
  const { editOf, cannotEdit, showEdits } = useThreadActions();
  const edit = editOf?.(message);
  const items: MenuItem[] = [];
  if (edit) items.push({ key: 'edit', label: common('edit'), icon: <PencilIcon />, unavailable: cannotEdit, onSelect: edit });
  if (showEdits && message.isEdited && !message.isDeleted)
    items.push({ key: 'edits', label: text('showEdits'), icon: <HistoryIcon />, onSelect: () => showEdits(message) });
  return items;
}

/** Written by this very person: only those can be taken back. */
export function isOwn(message: Message, userId: number): boolean {
  return message.fromMe && message.user?.id === userId;
}

async function copy(words: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    notify('success', done);
  } catch {
    // The browser said no; the text can still be selected by hand.
  }
}

function fetchFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
