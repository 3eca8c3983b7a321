import type { QuickMessage } from '@prosa/contracts/quick-messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { type RefObject, useEffect, useEffectEvent, useId, useImperativeHandle, useState } from 'react';
import { Link } from 'wouter';
import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { PaperclipIcon } from '../../../ui/icons/icons.tsx';
import { fetchFile, quickMessageTarget, useCountUse, useRankedQuickMessages } from '../../quick-messages/quick-messages.data.ts';
import { askedFor, labelOf, suggest } from '../../quick-messages/suggest.ts';
import { fillVariables } from '../../quick-messages/variables.ts';
import styles from './Composer.module.css';
import type { SuggestionsHandle } from './EmojiSuggestions.tsx';
import { quickRepliesMessages } from './quick-replies.messages.ts';

const maxShown = 8;
type QuickRepliesProps = {
  handle: RefObject<SuggestionsHandle | null>;
  ticket: Ticket;
  words: string;
  /** Takes the place of all that is written. */
  onChoose: (words: string) => void;
  onFiles: (files: readonly File[]) => void;
  /** The suggestion that Enter would take, for who listens to the field instead of looking at it. */
  onActive: (elementId: string | undefined) => void;
};

/** A slash at the beginning and a letter offer the ready answers. Choosing one writes it; nothing is sent. */
export function QuickReplies({ handle, ticket, words, onChoose, onFiles, onActive }: QuickRepliesProps) {
  const text = useMessages(quickRepliesMessages);
  const id = useId();
  const write = useWriteQuickMessage(ticket, onChoose, onFiles);
  const typed = askedFor(words);
  const { data } = useRankedQuickMessages(typed !== undefined);
  const [place, setPlace] = useState({ words, at: 0 });
  const [dropped, setDropped] = useState<string>();
  const found = typed !== undefined && data && dropped !== words ? suggest(data, typed, maxShown) : undefined;
  // Other words begin at the best again.
  const current = Math.min(place.words === words ? place.at : 0, (found?.length ?? 0) - 1);
  const setAt = (at: number) => setPlace({ words, at });
  const chosen = found?.[current];
  const activeId = chosen && `${id}-${chosen.id}`;
  useEffect(() => onActive(activeId), [activeId, onActive]);
  const onKey = (key: string): boolean => {
    if (!found) return false;
    const count = found.length;
    if (key === 'Escape') setDropped(words);
    else if (count === 0) return false;
    else if (key === 'ArrowDown') setAt((current + 1) % count);
    else if (key === 'ArrowUp') setAt((current + count - 1) % count);
    else if ((key === 'Enter' || key === 'Tab') && chosen) write(chosen);
    else return false;
    return true;
  };
  useImperativeHandle(handle, () => ({ onKey }));
  if (!found) return null;
  if (found.length === 0)
    return (
      <p className={styles.noReplies} role="status">
        {text('noneFound', { x: typed ?? '' })} <Link href="/quick-messages">{text('create')}</Link>
      </p>
    );
  return (
    <div className={styles.replies} role="listbox" aria-label={text('suggestions')}>
      {found.map((each, index) => (
        <button
          key={each.id}
          id={`${id}-${each.id}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          title={each.message}
          onClick={() => write(each)}
        >
          {labelOf(each)}
          {each.mediaName && <PaperclipIcon size={14} />}
        </button>
      ))}
    </div>
  );
}

/** Writes a quick message as this customer will read it, and attaches its file. The palette offers the same while one writes here. */
function useWriteQuickMessage(ticket: Ticket, onChoose: QuickRepliesProps['onChoose'], onFiles: QuickRepliesProps['onFiles']) {
  const text = useMessages(quickRepliesMessages);
  const { user } = useSession();
  const count = useCountUse();
  const write = useEffectEvent((chosen: QuickMessage) => {
    const { contact, code, queue } = ticket;
    const facts = { name: contact.name, protocol: code, user: user.name, queue: queue?.name ?? '', company: user.company.name };
    onChoose(fillVariables(chosen.message, { ...facts, at: new Date() }));
    count(chosen.id);
    if (chosen.mediaPath)
      void fetchFile(chosen).then(
        (file) => file && onFiles([file]),
        () => notify('danger', text('fileFailed', { name: chosen.mediaName ?? '' })),
      );
  });
  useEffect(() => {
    const target = (chosen: QuickMessage) => write(chosen);
    quickMessageTarget.set(target);
    return () => {
      if (quickMessageTarget.get() === target) quickMessageTarget.set(undefined);
    };
  }, []);
  return (chosen: QuickMessage) => quickMessageTarget.get()?.(chosen);
}
