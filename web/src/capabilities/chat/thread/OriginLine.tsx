import type { Message } from '@prosa/contracts/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { RobotIcon } from '../../../ui/icons/icons.tsx';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { historyTitleMessages } from '../../ticket-history/history-title.messages.ts';
import { useReasonWords } from '../../ticket-history/reasons.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import styles from './Bubble.module.css';
import { isAutomatic, originName, saysWhich } from './origins.ts';

type Sent = Pick<Message, 'origin' | 'why'>;

/** What sent a message that nobody wrote by hand, and why, in words; nothing of one that somebody wrote. */
export function useOriginWords(message: Sent | undefined): { name: string; why: string | undefined } | undefined {
  const text = useMessages(messagesMessages);
  const history = useMessages(historyTitleMessages);
  const words = useReasonWords();
  if (!message || !isAutomatic(message.origin)) return undefined;
  const { origin, why } = message;
  const name = text(originName(origin));
  if (why === null) return { name, why: undefined };
  // Of a campaign or a schedule the reason is its name, which belongs to what sent it.
  return saysWhich(origin, why) ? { name: `${name} · ${why}`, why: undefined } : { name, why: history('why', { why: words(why) }) };
}

/** Marks a message that nobody wrote by hand; why it was sent is told by the pointer, by a tap, and with the message's focus. */
export function OriginLine({ message }: { message: Sent }) {
  const id = useId();
  const badge = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const sent = useOriginWords(message);
  const hasReason = sent?.why !== undefined;
  useEffect(() => {
    const bubble = badge.current?.closest<HTMLElement>('[data-focus]');
    if (!bubble || !hasReason) return undefined;
    // A click anywhere in the message gives it the focus as well, and asks for nothing.
    let isPointed = false;
    const onPoint = () => {
      isPointed = true;
    };
    const onFocus = () => setOpen(!isPointed);
    const onBlur = () => {
      isPointed = false;
      setOpen(false);
    };
    bubble.addEventListener('pointerdown', onPoint);
    bubble.addEventListener('focus', onFocus);
    bubble.addEventListener('blur', onBlur);
    return () => {
      bubble.removeEventListener('pointerdown', onPoint);
      bubble.removeEventListener('focus', onFocus);
      bubble.removeEventListener('blur', onBlur);
    };
  }, [hasReason]);
  if (!sent) return null;
  return (
    <div className={styles.origin}>
      <button
        ref={badge}
        type="button"
        tabIndex={-1}
        className={styles.badge}
        aria-describedby={isOpen ? id : undefined}
        onMouseEnter={() => setOpen(hasReason)}
        onMouseLeave={() => setOpen(false)}
        onClick={() => setOpen(hasReason)}
        onBlur={() => setOpen(false)}
      >
        <RobotIcon size={14} />
        {sent.name}
      </button>
      {isOpen && sent.why && <Tooltip id={id} anchor={badge} text={sent.why} onClose={() => setOpen(false)} />}
    </div>
  );
}
