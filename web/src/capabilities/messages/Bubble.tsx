import { useState } from 'react';
import { formatTime } from '../../platform/format.ts';
import { useMessages } from '../../platform/messages.ts';
import { Ack } from './Ack.tsx';
import styles from './Bubble.module.css';
import { Markup } from './Markup.tsx';
import { Media } from './Media.tsx';
import { isEmojiOnly } from './markup.ts';
import { captionOf } from './media.ts';
import { messagesMessages } from './messages.messages.ts';
import type { Shown } from './thread.ts';

type BubbleProps = { shown: Shown; contactName: string; onRetry?: (() => void) | undefined; onDiscard?: (() => void) | undefined };

export function Bubble({ shown, contactName, onRetry, onDiscard }: BubbleProps) {
  const text = useMessages(messagesMessages);
  const time = formatTime(shown.createdAt);
  if (shown.mediaType === 'call_log') return <p className={styles.call}>{text('call', { time })}</p>;
  const failed = shown.fromMe && shown.ack < 0;
  return (
    <div className={styles.line} data-side={shown.fromMe ? 'out' : 'in'}>
      <div className={styles.bubble} data-failed={failed || undefined}>
        {shown.quotedMsg && <Quote quoted={shown.quotedMsg} contactName={contactName} />}
        {shown.isDeleted ? <p className={styles.deleted}>{text('deleted')}</p> : <Content shown={shown} />}
        <span className={styles.meta}>
          <time dateTime={shown.createdAt}>{time}</time>
          {shown.fromMe && <Ack ack={shown.ack} />}
        </span>
      </div>
      {failed && (
        <p className={styles.failed}>
          {text('notSent')}
          {onRetry && (
            <button type="button" onClick={onRetry}>
              {text('tryAgain')}
            </button>
          )}
          {onDiscard && (
            <button type="button" onClick={onDiscard}>
              {text('discard')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Content({ shown }: { shown: Shown }) {
  const caption = captionOf(shown.body, shown.mediaType, shown.mediaUrl);
  return (
    <>
      <Media shown={shown} />
      {caption !== '' && <Words text={caption} />}
    </>
  );
}

const foldedLines = 12;
const foldedCharacters = 900;

/** Long texts are folded, so that one message never fills the screen. */
function Words({ text: words }: { text: string }) {
  const text = useMessages(messagesMessages);
  const [open, setOpen] = useState(false);
  const isLong = words.length > foldedCharacters || words.split('\n', foldedLines + 1).length > foldedLines;
  return (
    <>
      <span className={styles.words} data-folded={(isLong && !open) || undefined} data-emoji={isEmojiOnly(words) || undefined}>
        <Markup text={words} />
      </span>
      {isLong && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {text(open ? 'readLess' : 'readMore')}
        </button>
      )}
    </>
  );
}

function Quote({ quoted, contactName }: { quoted: NonNullable<Shown['quotedMsg']>; contactName: string }) {
  const text = useMessages(messagesMessages);
  return (
    <blockquote className={styles.quote}>
      <b>{quoted.fromMe ? text('you') : contactName}</b>
      <span>{quoted.isDeleted ? text('deleted') : quoted.body ? <Markup text={quoted.body} /> : text(quoted.mediaType ?? 'write')}</span>
    </blockquote>
  );
}
