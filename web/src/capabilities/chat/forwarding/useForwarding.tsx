import { maxForwarded } from '@prosa/contracts/forwarding';
import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { forwardingMessages } from './forwarding.messages.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { type Chosen, extended, isForwardable, type Selection, toggled } from './selection.ts';

const ForwardDialog = lazy(async () => ({ default: (await import('./ForwardDialog.tsx')).ForwardDialog }));

/** Choosing messages of a conversation and forwarding them. */
export function useForwarding(ticket: Ticket, messages: readonly Message[] = []) {
  const [chosen, setChosen] = useState<Chosen>();
  const [last, setLast] = useState<number>();
  const [isAsking, setAsking] = useState(false);
  // One that was deleted meanwhile is no longer chosen.
  const current = chosen && [...chosen.values()].filter((kept) => isForwardable(messages.find(({ id }) => id === kept.id) ?? kept));
  const leave = () => {
    setChosen(undefined);
    setAsking(false);
    focusMessage(last);
  };
  return {
    selection: useSteadySelection({ chosen, messages, last, setChosen, setLast }),
    leave,
    bar: current && <SelectionBar count={current.length} onForward={() => setAsking(true)} onCancel={leave} />,
    dialog: isAsking && current && (
      <Suspense>
        <ForwardDialog ticket={ticket} messageIds={current.map(({ id }) => id)} onClose={() => setAsking(false)} onDone={leave} />
      </Suspense>
    ),
  };
}

type Parts = {
  chosen: Chosen | undefined;
  messages: readonly Message[];
  last: number | undefined;
  setChosen: (chosen: Chosen) => void;
  setLast: (id: number) => void;
};

/** The same for as long as the same is chosen: bubbles need not be shown anew with every stroke of a key. */
function useSteadySelection(parts: Parts): Selection {
  const text = useMessages(forwardingMessages);
  const { chosen, setChosen, setLast } = parts;
  const latest = useRef(parts);
  useLayoutEffect(() => {
    latest.current = parts;
  });
  return useMemo(() => {
    const warn = () => notify('warning', text('tooMany', { n: maxForwarded }));
    const change = (next: Chosen, message: Message) => {
      setLast(message.id);
      setChosen(next);
    };
    const toggle = (message: Message) => {
      const now: Chosen = chosen ?? new Map();
      if (!isForwardable(message)) return;
      if (now.size >= maxForwarded && !now.has(message.id)) warn();
      else change(toggled(now, message), message);
    };
    const extend = (message: Message) => {
      const next = extended(chosen ?? new Map(), latest.current.messages, latest.current.last, message);
      if (isForwardable(message) && !next.has(message.id)) warn();
      change(next, message);
    };
    return { ids: chosen && new Set(chosen.keys()), begin: beginBy(toggle), toggle, extend };
  }, [chosen, setChosen, setLast, text]);
}

/** From its menu: the keys that choose are heard by the message, not by the menu's button. */
const beginBy = (toggle: (message: Message) => void) => (message: Message) => {
  toggle(message);
  requestAnimationFrame(() => document.activeElement?.closest<HTMLElement>('[data-focus]')?.focus({ preventScroll: true }));
};

/** The likely next conversation may be there as well, out of sight. */
const logInSight = () => [...document.querySelectorAll<HTMLElement>('[role=log]')].find((log) => log.checkVisibility?.() !== false);

/** The bar is gone, and what had the focus with it: back to the message that was chosen last. */
function focusMessage(id: number | undefined): void {
  requestAnimationFrame(() => {
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && !active.closest('[role=toolbar]')) return;
    const row = document.querySelector<HTMLElement>(`[data-message="${id ?? 0}"] [data-focus]`);
    (row ?? logInSight())?.focus({ preventScroll: true });
  });
}
