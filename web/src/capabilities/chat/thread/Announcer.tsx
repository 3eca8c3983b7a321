import type { Message } from '@prosa/contracts/messages';
import { useEffect, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { mediaMessages } from '../media/media.messages.ts';
import { captionOf } from '../media/media.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { plainText } from '../text/markup.ts';

const quietAfter = 4000;

/** Announces new messages to screen readers. Several at once are counted, not read out. */
export function Announcer({ arrival, contactName }: { arrival: Message | undefined; contactName: string }) {
  const text = useMessages(messagesMessages);
  const media = useMessages(mediaMessages);
  const [last, setLast] = useState<Message>();
  const [count, setCount] = useState(0);
  if (arrival && !arrival.fromMe && arrival.id !== last?.id && document.visibilityState === 'visible') {
    setLast(arrival);
    setCount(count + 1);
  }
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => setCount(0), quietAfter);
    return () => clearTimeout(timer);
  }, [last]);
  const words = last && (plainText(captionOf(last)) || (last.mediaType ? media(last.mediaType) : ''));
  const said = { name: last?.participant?.name ?? contactName, n: count, text: words ?? '' };
  return (
    <VisuallyHidden>
      <span role="status">{last && text(count > 1 ? 'arrivedMany' : 'arrived', said)}</span>
    </VisuallyHidden>
  );
}
