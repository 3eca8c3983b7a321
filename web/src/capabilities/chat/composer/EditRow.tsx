import type { Message } from '@prosa/contracts/messages';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CheckIcon, CloseIcon, PencilIcon } from '../../../ui/icons/icons.tsx';
import { useEditMessage } from '../messages/changes.data.ts';
import { changesMessages } from '../messages/changes.messages.ts';
import styles from './Composer.module.css';
import { EmojiButton } from './EmojiButton.tsx';
import { EmojiSuggestions, type SuggestionsHandle } from './EmojiSuggestions.tsx';
import { useGrowingArea } from './useGrowingArea.ts';
import { unsigned } from './useSigning.ts';
import { insertAt } from './writing.ts';

/** In place of the writing row, whose draft waits meanwhile: an own message, to be put otherwise. */
export function EditRow({ message, ticketId, onDone }: { message: Message; ticketId: number; onDone: () => void }) {
  const text = useMessages(changesMessages);
  const { user } = useSession();
  const before = unsigned(message.body, user.name);
  const [words, setWords] = useState(before);
  const area = useGrowingArea(words);
  const suggestions = useRef<SuggestionsHandle>(null);
  const { mutate, isPending } = useEditMessage(ticketId);
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [area]);
  const insert = (piece: string, replaced = 0) => insertAt(area.current, words, piece, replaced, setWords);
  const save = () => {
    const wording = words.trim();
    if (wording === before) onDone();
    else if (wording !== '' && !isPending)
      mutate({ messageId: message.id, body: signatureOf(message, before) + wording }, { onSuccess: onDone });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (suggestions.current?.onKey(event.key)) event.stopPropagation();
    else if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && !event.shiftKey) save();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <EditingBar onStop={onDone} />
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <EmojiSuggestions handle={suggestions} words={words} area={area} onChoose={insert} />
        <EmojiButton onChoose={insert} />
        <span className={styles.field}>
          <textarea
            ref={area}
            className={styles.area}
            rows={1}
            aria-label={text('editing')}
            aria-busy={isPending}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
        <button type="submit" className={styles.send} aria-label={text('saveEdit')} title={text('saveEdit')} disabled={words.trim() === ''}>
          <CheckIcon />
        </button>
      </form>
    </>
  );
}

function EditingBar({ onStop }: { onStop: () => void }) {
  const text = useMessages(changesMessages);
  return (
    <div className={styles.editing}>
      <PencilIcon size={16} />
      <b>{text('editing')}</b>
      <small>{text('editHint')}</small>
      <IconButton label={text('stopEditing')} onClick={onStop}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}

/** The name before the words stays, and is not edited. */
const signatureOf = ({ body }: Message, words: string) => body.slice(0, body.length - words.length);
