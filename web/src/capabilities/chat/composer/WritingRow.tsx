import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { narrowScreen, useMedia } from '../../../platform/browser/media.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MicIcon } from '../../../ui/icons/chat-icons.tsx';
import { SendIcon } from '../../../ui/icons/icons.tsx';
import { useTicketActions } from '../../ticket-actions/useTicketActions.ts';
import { asQuoted } from '../messages/quoted.ts';
import type { Quoting } from '../messages/useQuote.ts';
import { useEmitTyping } from '../presence/presence.data.ts';
import { AttachButton } from './AttachButton.tsx';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';
import { DropArea } from './DropArea.tsx';
import { readDraft, writeDraft } from './drafts.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { EmojiSuggestions, type SuggestionsHandle } from './EmojiSuggestions.tsx';
import { focusSoon } from './focus-soon.ts';
import { QuickReplies } from './QuickReplies.tsx';
import { useColleagueGuard } from './useColleagueGuard.ts';
import { useGrowingArea } from './useGrowingArea.ts';
import { insertAt, pasteFiles } from './writing.ts';

type WritingRowProps = {
  ticket: Ticket;
  quoting: Quoting;
  arrival: Message | undefined;
  newest: Message | undefined;
  hasFiles: boolean;
  onFiles: (files: readonly File[]) => void;
  onSend: (words: string) => Promise<boolean>;
  onRecord: () => void;
  onTemplate?: (() => void) | undefined;
  /** Begins to edit the last own message; false where there is none to edit. */
  onEditLast: () => boolean;
  /** Stands inside the field, at its end. */
  tools?: ReactNode;
};

/** The message input with its buttons. */
export function WritingRow(props: WritingRowProps) {
  const { ticket, quoting, arrival, hasFiles, onRecord, onTemplate, tools } = props;
  const text = useMessages(composerMessages);
  const [words, setWords] = useWords(ticket.id);
  const area = useGrowingArea(words);
  const suggestions = useRef<SuggestionsHandle>(null);
  const replies = useRef<SuggestionsHandle>(null);
  const [active, setActive] = useState<string>();
  const guard = useColleagueGuard(arrival, words);
  const say = useEmitTyping(ticket.id);
  const send = useSend(props, words, setWords, guard);
  useFocus(area, quoting.quoted?.id);
  const write = (next: string) => {
    setWords(next);
    if (next.trim() !== '') say();
  };
  /** Whoever gives files goes on with their caption. */
  const onFiles = (files: readonly File[]) => {
    props.onFiles(files);
    area.current?.focus();
  };
  const insert = (piece: string, replaced = 0) => insertAt(area.current, words, piece, replaced, write);
  const replace = (next: string) => insertAt(area.current, '', next, 0, write);
  const onKeyDown = useWritingKeys(props, words, send, [replies, suggestions]);
  const canSend = words.trim() !== '' || hasFiles;
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropArea onFiles={onFiles} />
      <ColleagueAnswered name={guard.warning} />
      <QuickReplies handle={replies} {...{ ticket, words, onFiles }} onChoose={replace} onActive={setActive} />
      <EmojiSuggestions handle={suggestions} words={words} area={area} onChoose={insert} />
      <EmojiButton onChoose={insert} />
      <AttachButton onFiles={onFiles} onTemplate={onTemplate} />
      <span className={styles.field}>
        <textarea
          ref={area}
          className={styles.area}
          rows={1}
          aria-label={text('write')}
          aria-activedescendant={active}
          placeholder={usePlaceholder(hasFiles)}
          value={words}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => pasteFiles(event, onFiles)}
        />
        {tools}
      </span>
      <SendOrRecord canSend={canSend} onRecord={onRecord} />
    </form>
  );
}

function ColleagueAnswered({ name }: { name: Guard['warning'] }) {
  const text = useMessages(composerMessages);
  return (
    name && (
      <p className={styles.guard} role="alert">
        {text('colleagueAnswered', { name })}
      </p>
    )
  );
}

function SendOrRecord({ canSend, onRecord }: { canSend: boolean; onRecord: () => void }) {
  const text = useMessages(composerMessages);
  if (canSend)
    return (
      <button type="submit" className={styles.send} aria-label={text('send')} title={text('send')}>
        <SendIcon />
      </button>
    );
  return (
    <IconButton label={text('record')} onClick={onRecord}>
      <MicIcon />
    </IconButton>
  );
}

/** Sends what is written. A colleague's answer that came in meanwhile asks for a second Enter. */
function useSend({ ticket, hasFiles, onSend }: WritingRowProps, words: string, clear: (words: '') => void, guard: Guard) {
  const actions = useTicketActions();
  return (thenResolve = false) => {
    const body = words.trim();
    if ((body === '' && !hasFiles) || guard.holds()) return;
    clear('');
    const stored = onSend(body);
    if (thenResolve) void stored.then((done) => (done ? actions.resolve(ticket) : undefined));
  };
}
type Guard = ReturnType<typeof useColleagueGuard>;

function useWritingKeys(
  { quoting, newest, hasFiles, onEditLast }: WritingRowProps,
  words: string,
  send: (thenResolve?: boolean) => void,
  suggestions: Array<{ current: SuggestionsHandle | null }>,
) {
  /** Edits one's last message, or quotes the latest; false where there is neither. */
  const changeLast = (): boolean => {
    if (!hasFiles && !quoting.quoted && onEditLast()) return true;
    if (!newest || newest.isDeleted) return false;
    quoting.quote(asQuoted(newest));
    return true;
  };
  return (event: KeyboardEvent) => {
    // While an accent or a Japanese word is being composed, the keys belong to the keyboard.
    if (event.nativeEvent.isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isBareUp = event.key === 'ArrowUp' && !event.altKey && !isControl && !event.shiftKey && words === '';
    if (suggestions.some(({ current }) => current?.onKey(event.key))) event.stopPropagation();
    else if (event.key === 'Enter' && isControl && event.shiftKey) send(true);
    else if (event.key === 'Enter' && !event.shiftKey) send();
    else if (!isBareUp || !changeLast()) return;
    event.preventDefault();
  };
}

/** What is typed and not sent is kept in the browser, by person and ticket. */
function useWords(ticketId: number): [string, (words: string) => void] {
  const { user } = useSession();
  const [words, setWords] = useState(() => readDraft(user.id, ticketId));
  return [
    words,
    (next) => {
      setWords(next);
      writeDraft(user.id, ticketId, next);
    },
  ];
}

/** Focuses the input when a conversation opens or a message is quoted. Not on touch devices, where it would open the keyboard. */
function useFocus(area: { current: HTMLTextAreaElement | null }, quotedId: number | undefined): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (!area.current || (quotedId === undefined && matchMedia(narrowScreen).matches)) return undefined;
    if (wasFirst) return focusSoon(area.current);
    area.current.focus({ preventScroll: true });
    return undefined;
  }, [area, quotedId]);
}

/** What does not fit beside the buttons would wrap into a second line that is cut. */
function usePlaceholder(hasFiles: boolean): string {
  const text = useMessages(composerMessages);
  const isShort = useMedia('(max-width: 899px)');
  return text(hasFiles ? 'caption' : isShort ? 'write' : 'writeHint');
}
