import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { Link } from 'wouter';
import { formatListTime, formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoreIcon } from '../../ui/icons/icons.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { plainText } from '../chat/text/markup.ts';
import { lastMessageText } from '../ticket-store/last-message-text.ts';
import styles from './Kanban.module.css';
import { kanbanMessages } from './kanban.messages.ts';
import { spanSince, waitsSince } from './waiting.ts';

export type LaneChoice = { id: number; name: string };
export type CardCalls = {
  open: (ticket: Ticket, isByKeys: boolean) => void;
  move: (ticket: Ticket, lane: number) => void;
  take: (ticket: Ticket, event: PointerEvent<HTMLElement>) => void;
  onKey: (ticket: Ticket, event: KeyboardEvent<HTMLElement>) => void;
};
type CardProps = {
  ticket: Ticket;
  lane: number;
  lanes: readonly LaneChoice[];
  now: number;
  /** The one card that Tab reaches; arrows go on from it. */
  isStop: boolean;
  isOpen: boolean;
  isInHand: boolean;
  calls: CardCalls;
};

export const Card = memo(function Card({ ticket, lane, lanes, now, isStop, isOpen, isInHand, calls }: CardProps) {
  const text = useMessages(kanbanMessages);
  const { contact, queue, user, unreadMessages } = ticket;
  const tab = isStop ? 0 : -1;
  const said = plainText(lastMessageText(ticket).words);
  return (
    <div
      className={styles.card}
      data-open={isOpen || undefined}
      data-held={isInHand || undefined}
      onPointerDown={(event) => calls.take(ticket, event)}
    >
      <button
        type="button"
        data-card={ticket.id}
        className={styles.name}
        title={contact.name}
        tabIndex={tab}
        aria-describedby="kanban-hint"
        onClick={({ detail }) => calls.open(ticket, detail === 0)}
        onKeyDown={(event) => calls.onKey(ticket, event)}
      >
        {contact.name}
      </button>
      <time className={styles.time} dateTime={ticket.updatedAt}>
        {formatListTime(ticket.updatedAt)}
      </time>
      <span className={styles.number}>{formatPhone(contact.number)}</span>
      <p className={styles.words} title={said}>
        {said}
      </p>
      <span className={styles.who}>
        {queue && <i aria-hidden="true" className={styles.queue} style={{ background: queue.color }} title={queue.name} />}
        <span className={styles.agent} title={user?.name}>
          {user?.name ?? text('nobody')}
        </span>
        <Waiting ticket={ticket} now={now} />
        {unreadMessages > 0 && (
          <span className={styles.unread}>
            <span aria-hidden="true">{unreadMessages}</span>
            <VisuallyHidden>{text('unread', { n: unreadMessages })}</VisuallyHidden>
          </span>
        )}
      </span>
      <CardButtons {...{ ticket, lane, lanes, tab, calls }} />
    </div>
  );
});

type CardButtonsProps = Pick<CardProps, 'ticket' | 'lane' | 'lanes' | 'calls'> & { tab: number };

function CardButtons({ ticket, lane, lanes, tab, calls }: CardButtonsProps) {
  const text = useMessages(kanbanMessages);
  const { name } = ticket.contact;
  return (
    <span className={styles.buttons}>
      <Link href={`/tickets/${ticket.uuid}`} tabIndex={tab} className={styles.see}>
        {text('seeTicket')} <VisuallyHidden>{name}</VisuallyHidden>
      </Link>
      <Menu
        label={text('moveTo')}
        trigger={(props) => (
          <IconButton {...props} tabIndex={tab} data-move label={text('moveNamed', { name })}>
            <MoreIcon size={16} />
          </IconButton>
        )}
        header={<p className={styles.menuHead}>{text('moveTo')}</p>}
        items={lanes.map((each) => ({
          key: String(each.id),
          label: each.name,
          checked: each.id === lane,
          onSelect: () => calls.move(ticket, each.id),
        }))}
      />
    </span>
  );
}

function Waiting({ ticket, now }: { ticket: Ticket; now: number }) {
  const text = useMessages(kanbanMessages);
  const since = waitsSince(ticket);
  if (since === undefined) return null;
  const { unit, n } = spanSince(since, now);
  return <span>{text('waiting', { time: text(unit, { n }) })}</span>;
}
