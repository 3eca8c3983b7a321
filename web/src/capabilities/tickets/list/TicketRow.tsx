import type { Ticket } from '@prosa/contracts/tickets';
import { type MouseEvent, memo, useDeferredValue, useEffect, useRef } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { useCan } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CheckIcon, EyeIcon } from '../../../ui/icons/icons.tsx';
import { listMessages } from './list.messages.ts';
import { RowContent } from './RowContent.tsx';
import { RowMenu } from './RowMenu.tsx';
import type { RowAction } from './row-actions.ts';
import styles from './TicketRow.module.css';

const prefetchAfter = 80;

/** Callbacks of rows. Stable for the life of the list, so that a row only re-renders when its own ticket changes. */
export type RowCalls = {
  onAction: (action: RowAction, ticket: Ticket) => void;
  onOpen: (ticket: Ticket) => void;
  /** Chosen with the shift key: everything from the row chosen last. */
  onExtend: (ticket: Ticket) => void;
  /** Likely to be opened next. */
  onLikely: (ticket: Ticket) => void;
};
type TicketRowProps = RowCalls & {
  ticket: Ticket;
  isSelected: boolean;
  /** For an action on many; nothing while none is chosen. */
  isChosen: boolean | undefined;
};

export const TicketRow = memo(function TicketRow({ ticket, isSelected, isChosen, ...calls }: TicketRowProps) {
  const maySpy = useCan('tickets:spy');
  const likely = useLikely(() => calls.onLikely(ticket));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu it opens has a button of its own
    <div
      className={styles.box}
      data-status={ticket.status}
      data-spied={maySpy || undefined}
      data-chosen={isChosen || undefined}
      data-choosing={isChosen === undefined ? undefined : true}
      onContextMenu={openMenu}
      {...likely}
    >
      <Body ticket={ticket} isSelected={isSelected} onOpen={calls.onOpen} onExtend={calls.onExtend} />
      {ticket.status === 'pending' && <Accept ticket={ticket} maySpy={maySpy} onAction={calls.onAction} />}
      <Tools ticket={ticket} maySpy={maySpy} isChosen={isChosen} onAction={calls.onAction} />
    </div>
  );
});

/** Placeholder of a row that has just left its list. */
export function DepartedTicketRow({ ticket }: { ticket: Ticket }) {
  return (
    <div className={styles.box} data-status={ticket.status}>
      <div className={styles.row}>
        <RowContent ticket={ticket} />
      </div>
    </div>
  );
}

type ActionsProps = Pick<TicketRowProps, 'ticket' | 'onAction'> & { maySpy: boolean };

function Accept({ ticket, maySpy, onAction }: ActionsProps) {
  const text = useMessages(listMessages);
  return (
    <span className={styles.accept}>
      {maySpy && <Spy ticket={ticket} onAction={onAction} />}
      <Button kind="tonal" aria-label={text('acceptNamed', { name: ticket.contact.name })} onClick={() => onAction('accept', ticket)}>
        {text('accept')}
      </Button>
    </span>
  );
}

function Spy({ ticket, onAction }: Omit<ActionsProps, 'maySpy'>) {
  const text = useMessages(listMessages);
  return (
    <IconButton label={text('spyNamed', { name: ticket.contact.name })} onClick={() => onAction('spy', ticket)}>
      <EyeIcon size={16} />
    </IconButton>
  );
}

/** Seen only where the pointer or the focus is, so it comes after the words: while one scrolls, often not at all. */
function Tools({ ticket, maySpy, isChosen, onAction }: ActionsProps & Pick<TicketRowProps, 'isChosen'>) {
  const text = useMessages(listMessages);
  const isDue = useDeferredValue(true, isChosen !== undefined);
  if (!isDue) return null;
  return (
    <>
      <span className={styles.pick}>
        <input
          type="checkbox"
          aria-label={text('selectNamed', { name: ticket.contact.name })}
          checked={isChosen ?? false}
          tabIndex={isChosen === undefined ? -1 : 0}
          onChange={() => onAction('select', ticket)}
        />
        <CheckIcon size={14} />
      </span>
      <span className={styles.tools}>
        {maySpy && ticket.status !== 'pending' && <Spy ticket={ticket} onAction={onAction} />}
        <RowMenu ticket={ticket} maySpy={maySpy} onAction={onAction} />
      </span>
    </>
  );
}

/** A waiting ticket is not opened by a click; any other is a link to its conversation. */
function Body({ ticket, isSelected, onOpen, onExtend }: Pick<TicketRowProps, 'ticket' | 'isSelected' | 'onOpen' | 'onExtend'>) {
  const content = <RowContent ticket={ticket} />;
  const unread = ticket.unreadMessages > 0 || undefined;
  const extend = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onExtend(ticket);
  };
  if (ticket.status === 'pending') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the row takes the focus so that A can accept it.
      // biome-ignore lint/a11y/useSemanticElements: a row of a list is no set of form fields.
      // biome-ignore lint/a11y/useKeyWithClickEvents: X does the same.
      <div className={styles.row} role="group" aria-label={ticket.contact.name} tabIndex={0} data-row data-unread={unread} onClick={extend}>
        {content}
      </div>
    );
  }
  // Not the router's link: those all listen for every change of the address.
  const open = (event: MouseEvent) => {
    extend(event);
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onOpen(ticket);
  };
  return (
    <a
      className={styles.row}
      href={`/tickets/${ticket.uuid}`}
      aria-current={isSelected ? 'page' : undefined}
      data-row
      data-unread={unread}
      onClick={open}
    >
      {content}
    </a>
  );
}

/** The row's menu, where the right button or the menu key ask for it. */
function openMenu(event: MouseEvent<HTMLElement>): void {
  const button = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]');
  if (!button || event.shiftKey) return;
  event.preventDefault();
  button.click();
}

/** Hovering or focusing a row predicts that it will be opened. */
function useLikely(tell: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: () => {
      stop();
      timer.current = setTimeout(tell, prefetchAfter);
    },
    onPointerLeave: stop,
    onFocus: () => {
      stop();
      timer.current = setTimeout(tell, prefetchAfter);
    },
    onBlur: stop,
  };
}
