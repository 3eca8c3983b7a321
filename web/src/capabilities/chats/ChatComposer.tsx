import type { Chat } from '@prosa/contracts/chats';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { narrowScreen } from '../../platform/browser/media.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { SendIcon } from '../../ui/icons/icons.tsx';
import { AttachButton } from '../chat/composer/AttachButton.tsx';
import styles from '../chat/composer/Composer.module.css';
import { composerMessages } from '../chat/composer/composer.messages.ts';
import { DropArea } from '../chat/composer/DropArea.tsx';
import { readDraft, writeDraft } from '../chat/composer/drafts.ts';
import { EmojiButton } from '../chat/composer/EmojiButton.tsx';
import { EmojiSuggestions, type SuggestionsHandle } from '../chat/composer/EmojiSuggestions.tsx';
import { focusSoon } from '../chat/composer/focus-soon.ts';
import { TrayView } from '../chat/composer/TrayView.tsx';
import { useTray } from '../chat/composer/tray.ts';
import { useAddFiles } from '../chat/composer/useAddFiles.ts';
import { useGrowingArea } from '../chat/composer/useGrowingArea.ts';
import { insertAt, pasteFiles } from '../chat/composer/writing.ts';
import { type ChatWriting, threadIdOf } from './chat-thread.data.ts';
import { MentionSuggestions } from './MentionSuggestions.tsx';
import { membersOf } from './mentions.ts';

/** Where one writes in a chat: Enter sends, Shift+Enter makes a new line. What is not sent stays in the browser. */
export function ChatComposer({ chat, writing }: { chat: Chat; writing: ChatWriting }) {
  const text = useMessages(composerMessages);
  const { user } = useSession();
  const tray = useTray(threadIdOf(chat.id));
  const giveFiles = useAddFiles(tray.add);
  const { words, caret, area, write, insert, setCaret } = useTyping(chat.id);
  const emoji = useRef<SuggestionsHandle>(null);
  const mentions = useRef<SuggestionsHandle>(null);
  const canSend = words.trim() !== '' || tray.pending.length > 0;
  const send = () => {
    if (!canSend) return;
    // Each file is a message of its own, so that one that fails keeps no other.
    const [first, ...others] = tray.take();
    writing.send(words.trim(), first);
    for (const file of others) writing.send('', file);
    write('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const others = membersOf(chat).filter(({ id }) => id !== user.id);
  return (
    <div className={styles.composer}>
      <TrayView tray={tray} />
      <form className={styles.row} onSubmit={submit}>
        <DropArea onFiles={giveFiles} />
        <EmojiSuggestions handle={emoji} words={words} area={area} onChoose={insert} />
        <MentionSuggestions {...{ words, caret }} handle={mentions} members={others} onChoose={insert} />
        <EmojiButton onChoose={insert} />
        <AttachButton onFiles={giveFiles} />
        <textarea
          ref={area}
          className={styles.area}
          rows={1}
          aria-label={text('write')}
          placeholder={text(tray.pending.length > 0 ? 'caption' : 'write')}
          value={words}
          maxLength={10_000}
          onChange={(event) => write(event.target.value)}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={(event) => handleKey(event, [mentions.current, emoji.current], send)}
          onPaste={(event) => pasteFiles(event, giveFiles)}
        />
        <button type="submit" className={styles.send} disabled={!canSend} aria-label={text('send')} title={text('send')}>
          <SendIcon />
        </button>
      </form>
    </div>
  );
}

/** What is offered while typing takes keys first. */
function handleKey(event: KeyboardEvent, offers: ReadonlyArray<SuggestionsHandle | null>, send: () => void): void {
  if (event.nativeEvent.isComposing) return;
  if (offers.some((offer) => offer?.onKey(event.key))) event.stopPropagation();
  else if (event.key === 'Enter' && !event.shiftKey) send();
  else return;
  event.preventDefault();
}

/** The words, where the caret stands in them, and what puts something there. */
function useTyping(chatId: number) {
  const [words, setWords] = useWords(chatId);
  const [caret, setCaret] = useState(words.length);
  const area = useGrowingArea(words);
  useEffect(() => (area.current && !matchMedia(narrowScreen).matches ? focusSoon(area.current) : undefined), [area]);
  const write = (next: string) => {
    setWords(next);
    setCaret(area.current?.selectionStart ?? next.length);
  };
  const insert = (piece: string, replaced = 0) => {
    const from = (area.current?.selectionStart ?? words.length) - replaced;
    insertAt(area.current, words, piece, replaced, setWords);
    setCaret(from + piece.length);
  };
  return { words, caret, area, write, insert, setCaret };
}

function useWords(chatId: number): [string, (words: string) => void] {
  const { user } = useSession();
  const [words, setWords] = useState(() => readDraft(user.id, threadIdOf(chatId)));
  return [
    words,
    (next) => {
      setWords(next);
      writeDraft(user.id, threadIdOf(chatId), next);
    },
  ];
}
