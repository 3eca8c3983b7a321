import { useMessages } from '../../../platform/language/messages.ts';
import { mediaMessages } from '../media/media.messages.ts';
import { captionOf } from '../media/media.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { Quoted } from '../messages/outbox.ts';
import { plainText } from '../text/markup.ts';
import styles from './Bubble.module.css';

/** What is answered: who said it, two lines of it, and its picture in small. */
export function Quote({ quoted, contactName, onJump }: { quoted: Quoted; contactName: string; onJump?: (() => void) | undefined }) {
  const text = useMessages(messagesMessages);
  const inside = (
    <>
      <span className={styles.quoteText}>
        <b>{quoted.fromMe ? text('you') : contactName}</b>
        <QuotedText quoted={quoted} />
      </span>
      {!quoted.isDeleted && quoted.mediaType === 'image' && (
        <img src={quoted.data?.thumbnailUrl ?? quoted.mediaUrl ?? ''} alt="" loading="lazy" width={40} height={40} />
      )}
    </>
  );
  if (!onJump) return <div className={styles.quote}>{inside}</div>;
  return (
    <button type="button" className={styles.quote} onClick={onJump} title={text('jump')}>
      {inside}
    </button>
  );
}

function QuotedText({ quoted }: { quoted: Quoted }) {
  const text = useMessages(messagesMessages);
  const kinds = useMessages(mediaMessages);
  if (quoted.isDeleted) return <span>{text('deleted')}</span>;
  const words = plainText(captionOf(quoted));
  return <span title={words}>{words || (quoted.mediaType ? kinds(quoted.mediaType) : text('write'))}</span>;
}
