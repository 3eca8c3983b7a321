import { Activity, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Chat } from '../chat/Chat.tsx';
import { useLikelyTicket } from './likely-ticket.ts';
import styles from './TicketsPage.module.css';

/** The open conversation, and the likely next one rendered and laid out behind it, so that it opens at once. */
export function Conversations({ uuid }: { uuid: string | undefined }) {
  const likely = useLikelyTicket(uuid);
  // The one that is left is put out of sight first and taken down with the next frame.
  const left = useDeferredValue(uuid);
  const all = useSteadyOrder([...new Set([uuid, likely, left].filter((each) => each !== undefined))]);
  return all.map((each) => <Conversation key={each} uuid={each} isOpen={each === uuid} />);
}

/** Who comes stands behind who is there: one that changed places with another would be laid out anew. */
function useSteadyOrder(wanted: string[]): string[] {
  const [before, setBefore] = useState<string[]>([]);
  const all = [...before.filter((each) => wanted.includes(each)), ...wanted.filter((each) => !before.includes(each))];
  if (all.join() !== before.join()) setBefore(all);
  return all;
}

function Conversation({ uuid, isOpen }: { uuid: string; isOpen: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [isAhead] = useState(!isOpen);
  useLayoutEffect(() => (isAhead ? showDespiteActivity(place.current) : undefined), [isAhead]);
  useEffect(() => (isOpen ? undefined : layOutAhead(place.current)), [isOpen]);
  return (
    <div ref={place} className={styles.place} data-open={isOpen || undefined}>
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <Chat uuid={uuid} />
      </Activity>
    </div>
  );
}

/**
 * `Activity` holds back the effects of what is hidden, and gives it `display: none !important` as well, so that it would be laid out only
 * once it is opened, which takes longer than all the rest. Only a style sheet of the place that it is slotted into ranks above that.
 */
function showDespiteActivity(place: HTMLDivElement | null): void {
  if (!place || place.shadowRoot || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('::slotted(*) { display: flex !important }');
  const shadow = place.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(document.createElement('slot'));
}

/** The browser lays nothing out that is out of sight, unless somebody asks how large it is. */
function layOutAhead(place: HTMLDivElement | null): () => void {
  const observer = new MutationObserver(() => place?.firstElementChild?.getBoundingClientRect());
  if (place) observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}
