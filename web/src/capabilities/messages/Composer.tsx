import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { useSession } from '../../platform/session.tsx';
import { stored } from '../../platform/stored.ts';
import { Button } from '../../ui/Button.tsx';
import { SendIcon } from '../../ui/icons.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useTicketDeeds } from '../tickets/useTicketDeeds.ts';
import styles from './Composer.module.css';
import { messagesMessages } from './messages.messages.ts';

const mostRows = 5;
const rowHeight = 20;
const padding = 16;
const signKey = 'signOption';

export function Composer({ ticket, onSend }: { ticket: Ticket; onSend: (body: string) => void }) {
  const text = useMessages(messagesMessages);
  const { user } = useSession();
  const [words, setWords] = useWords(`draft-${user.id}-${ticket.id}`);
  const [signs, setSigns] = useState(() => stored.read(signKey) !== 'false');
  const area = useGrowingArea(words);
  const isOpen = ticket.status === 'open';

  const sign = (on: boolean) => {
    stored.write(signKey, String(on));
    setSigns(on);
  };
  const send = () => {
    const body = words.trim();
    if (body === '' || !isOpen) return;
    onSend(signs ? `*${user.name}:*\n${body}` : body);
    setWords('');
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an accent or a Japanese word is being composed, Enter belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isOpen && (
        <span className={styles.sign} title={text('signHint', { name: user.name })}>
          <Switch label={text('sign')} on={signs} onChange={sign} />
        </span>
      )}
      <textarea
        ref={area}
        className={styles.area}
        rows={1}
        aria-label={text('write')}
        placeholder={text(isOpen ? 'write' : 'closedToWriting')}
        disabled={!isOpen}
        value={isOpen ? words : ''}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <button type="submit" className={styles.send} aria-label={text('send')} title={text('send')} aria-disabled={words.trim() === ''}>
          <SendIcon />
        </button>
      ) : (
        <WayToWrite ticket={ticket} />
      )}
    </form>
  );
}

function WayToWrite({ ticket }: { ticket: Ticket }) {
  const text = useMessages(messagesMessages);
  const deeds = useTicketDeeds();
  const isPending = ticket.status === 'pending';
  return (
    <Button kind="primary" busy={deeds.busy} onClick={() => void (isPending ? deeds.accept(ticket) : deeds.reopen(ticket))}>
      {text(isPending ? 'accept' : 'reopen')}
    </Button>
  );
}

/** What is typed and not sent is kept in the browser, by person and ticket. */
function useWords(key: string): [string, (words: string) => void] {
  const [words, setWords] = useState(() => stored.read(key) ?? '');
  return [
    words,
    (next) => {
      setWords(next);
      if (next === '') stored.remove(key);
      else stored.write(key, next);
    },
  ];
}

/** As high as its text, up to five rows; then it scrolls. */
function useGrowingArea(words: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current) fit(area.current, words);
  }, [words]);
  return area;
}

function fit(area: HTMLTextAreaElement, words: string): void {
  area.style.height = 'auto';
  const frame = area.offsetHeight - area.clientHeight;
  const wanted = area.scrollHeight + frame;
  const most = mostRows * rowHeight + padding + frame;
  area.style.height = words === '' ? 'auto' : `${Math.min(wanted, most)}px`;
  area.style.overflowY = words !== '' && wanted > most ? 'auto' : 'hidden';
}
