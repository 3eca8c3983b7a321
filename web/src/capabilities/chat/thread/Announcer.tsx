import type { Message } from '@prosa/contracts/messages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { mediaMessages } from '../media/media.messages.ts';
import { captionOf } from '../media/media.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { plainText } from '../text/markup.ts';

/** A customer who writes in short lines is not read out over himself: what comes within this time is told together. */
const quietFor = 5000;
const longest = 200;

/**
 * Tells screen readers of what the customer writes while the conversation is open and the tab is looked at. The log itself is
 * silent: rows that come with scrolling would be read aloud as if they were new.
 */
export function Announcer({ arrivals, contactName }: { arrivals: readonly Message[]; contactName: string }) {
  const wordsOf = useWords(contactName);
  const [said, setSaid] = useState({ times: 0, words: '' });
  const waiting = useRef<Message[]>([]);
  const heard = useRef(arrivals.at(-1));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useEffectEvent(() => {
    timer.current = undefined;
    const news = waiting.current.splice(0);
    if (news.length > 0) setSaid(({ times }) => ({ times: times + 1, words: wordsOf(news) }));
  });
  const hear = useEffectEvent((all: readonly Message[]) => {
    const known = heard.current ? all.findIndex(({ id }) => id === heard.current?.id) : -1;
    heard.current = all.at(-1) ?? heard.current;
    if (document.visibilityState !== 'visible') return;
    waiting.current.push(...all.slice(known + 1).filter(({ fromMe }) => !fromMe));
    if (timer.current === undefined) say();
  });
  // Before what comes next is heard: it waits for the end of this.
  useEffect(() => {
    if (said.times > 0) timer.current = setTimeout(() => say(), quietFor);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [said.times]);
  useEffect(() => hear(arrivals), [arrivals]);
  return (
    <VisuallyHidden>
      {/* Anew each time: the same words twice are two messages. */}
      <span role="status" aria-live="polite">
        {said.times > 0 && <span key={said.times}>{said.words}</span>}
      </span>
    </VisuallyHidden>
  );
}

function useWords(contactName: string): (news: readonly Message[]) => string {
  const text = useMessages(messagesMessages);
  const media = useMessages(mediaMessages);
  return (news) => {
    const last = news.at(-1);
    if (!last) return '';
    const words = plainText(captionOf(last)).slice(0, longest) || (last.mediaType ? media(last.mediaType) : '');
    const names = new Set(news.map(({ participant }) => participant?.name || contactName));
    const [name = contactName] = names;
    // Several people of a group: the group is who writes.
    return text(news.length > 1 ? 'arrivedMany' : 'arrived', { name: names.size > 1 ? contactName : name, n: news.length, text: words });
  };
}
