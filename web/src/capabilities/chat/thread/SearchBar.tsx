import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from '../../../platform/forms/debounce.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronUpIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChevronDownIcon, CloseIcon, SearchIcon } from '../../../ui/icons/icons.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { chatMessages } from '../messages/chat.messages.ts';
import styles from './SearchBar.module.css';
import { useSearch } from './search.data.ts';
import { useMarkedMatches } from './useMarkedMatches.ts';

type SearchBarProps = { ticketId: number; onFound: (messageId: number) => void; onClose: () => void };

/** Finds words in this conversation, also in what is not loaded, from the newest upwards. */
export function SearchBar({ ticketId, ...rest }: SearchBarProps) {
  const searching = useSearchWords();
  return <SearchFields {...searching} {...rest} search={useSearch(ticketId, searching.asked)} />;
}

/** What is typed into the bar, and what of it is asked for. */
export function useSearchWords() {
  const [words, setWords] = useState('');
  return { words, setWords, asked: useDebounced(words.trim().toLowerCase()) };
}

/** What was found so far, newest first, and how to find more. */
export type Matches = {
  found: ReadonlyArray<{ id: number }>;
  count: number;
  isFetching: boolean;
  hasMore: boolean;
  more: () => Promise<ReadonlyArray<{ id: number }>>;
};
type SearchFieldsProps = ReturnType<typeof useSearchWords> & Omit<SearchBarProps, 'ticketId'> & { search: Matches };

export function SearchFields({ words, setWords, asked, search, onFound, onClose }: SearchFieldsProps) {
  const text = useMessages(chatMessages);
  const common = useMessages(commonMessages);
  const field = useRef<HTMLInputElement>(null);
  useMarkedMatches(asked);
  const { at, go } = useMatches(search, asked, onFound);
  useEffect(() => focusWhileOpen(field.current), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') void go(event.key === 'ArrowUp' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isDone = asked !== '' && !search.isFetching;
  return (
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <SearchIcon size={16} />
      <input
        ref={field}
        type="text"
        aria-label={text('searchInChat')}
        placeholder={text('searchInChat')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {search.isFetching && <Spinner />}
      <span className={styles.place} role="status">
        {isDone && (search.count === 0 ? text('noMatch') : text('matchOf', { n: at + 1, total: search.count }))}
      </span>
      <IconButton label={text('olderMatch')} disabled={at + 1 >= search.count} onClick={() => void go(1)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={text('newerMatch')} disabled={at <= 0} onClick={() => void go(-1)}>
        <ChevronDownIcon />
      </IconButton>
      <IconButton label={common('close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </search>
  );
}

/** The focus goes back where it was, or to the field one writes in, unless somebody has already taken it elsewhere. */
function focusWhileOpen(field: HTMLElement | null): () => void {
  const before = document.activeElement;
  const chat = field?.closest('section');
  field?.focus();
  return () => {
    if (document.activeElement !== document.body && document.activeElement !== field) return;
    const writing = chat?.querySelector<HTMLElement>('textarea:not(:disabled)');
    const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : writing;
    target?.focus({ preventScroll: true });
  };
}

/** Which match is shown. The newest comes first; going up fetches more when the loaded ones are through. */
function useMatches(search: Matches, words: string, onFound: (messageId: number) => void) {
  const [at, setAt] = useState(0);
  const [shownFor, setShownFor] = useState('');
  const show = useEffectEvent((messageId: number) => onFound(messageId));
  const first = search.found[0]?.id;
  if (shownFor !== words) {
    setShownFor(words);
    setAt(0);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words may have the same first match
  useEffect(() => {
    if (first !== undefined) show(first);
  }, [first, words]);
  return {
    at,
    async go(step: 1 | -1) {
      const to = at + step;
      const known = to >= search.found.length && search.hasMore ? await search.more() : search.found;
      const match = known[to];
      if (!match) return;
      setAt(to);
      onFound(match.id);
    },
  };
}
