import type { OptionDraft } from '@prosa/contracts/queue-options';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../platform/api/errors.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RefreshIcon, SendIcon } from '../../../ui/icons/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { type TriedQueue, usePreview } from './menu.data.ts';
import { menuMessages } from './menu.messages.ts';
import styles from './TryMenu.module.css';

type TryMenuProps = {
  queue: TriedQueue;
  options: OptionDraft[];
  /** What the customer has written so far. */
  messages: string[];
  /** Nothing: from the beginning. */
  onWrite: (messages?: string[]) => void;
};

/** A customer's phone: chat with the menu as it is typed, before anything of it is saved. */
export function TryMenu({ queue, options, messages, onWrite }: TryMenuProps) {
  const text = useMessages(menuMessages);
  const common = useMessages(commonMessages);
  const preview = usePreview(queue, options, messages);
  const screen = useRef<HTMLDivElement>(null);
  const said = preview.data?.messages ?? [];
  const count = said.length;
  useEffect(() => {
    if (count > 0) screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [count]);
  return (
    <section className={styles.phone} aria-label={text('try')}>
      <header className={styles.top}>
        <h3>{text('try')}</h3>
        <IconButton label={text('again')} onClick={() => onWrite()}>
          <RefreshIcon size={16} />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <div ref={screen} className={styles.screen} role="log" aria-label={text('conversation')} tabIndex={0}>
        {said.map(({ body, fromMe }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only grows, and begins anew as a whole
          <p key={index} className={styles.line} data-side={fromMe ? 'in' : 'out'}>
            <VisuallyHidden>{text(fromMe ? 'botSays' : 'customerSays')}</VisuallyHidden>
            <Words text={body} />
          </p>
        ))}
        {preview.data?.ended && <p className={styles.end}>{text('ended')}</p>}
        {preview.isSuccess && said.length === 0 && <p className={styles.end}>{text('silent')}</p>}
        {preview.isError && (
          <p className={styles.end} role="alert">
            {errorText(preview.error)} <Button onClick={() => void preview.refetch()}>{common('tryAgain')}</Button>
          </p>
        )}
      </div>
      <Write onWrite={(words) => onWrite([...messages.slice(-49), words])} />
    </section>
  );
}

function Write({ onWrite }: { onWrite: (words: string) => void }) {
  const text = useMessages(menuMessages);
  const [words, setWords] = useState('');
  const send = () => {
    if (words.trim() === '') return;
    onWrite(words.trim());
    setWords('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Inside the dialog's form, which this must not send.
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  return (
    <div className={styles.write}>
      <input
        className={styles.input}
        aria-label={text('asCustomer')}
        placeholder={text('asCustomer')}
        maxLength={1000}
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label={text('send')} onClick={send}>
        <SendIcon size={16} />
      </IconButton>
    </div>
  );
}

/** What WhatsApp shows in bold. */
function Words({ text }: { text: string }) {
  return text.split(/(\*[^*\n]+\*)/).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    /^\*[^*\n]+\*$/.test(piece) ? <strong key={index}>{piece.slice(1, -1)}</strong> : <Fragment key={index}>{piece}</Fragment>,
  );
}
