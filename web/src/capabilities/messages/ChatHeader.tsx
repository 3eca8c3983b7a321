import type { Ticket } from '@prosa/contracts/tickets';
import { useLocation } from 'wouter';
import { useMessages } from '../../platform/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronLeftIcon, MoreIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useTicketDeeds } from '../tickets/useTicketDeeds.ts';
import styles from './Chat.module.css';
import { messagesMessages } from './messages.messages.ts';

export function ChatHeader({ ticket }: { ticket: Ticket }) {
  const { contact, queue, whatsapp } = ticket;
  const facts = [`#${ticket.code || ticket.id}`, queue?.name, whatsapp.name].filter(Boolean).join(' · ');
  return (
    <header className={styles.header}>
      <BackToList />
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
      <div className={styles.who}>
        <h2 className={styles.name}>{contact.name}</h2>
        <p className={styles.facts}>{facts}</p>
      </div>
      <Deeds ticket={ticket} />
    </header>
  );
}

function Deeds({ ticket }: { ticket: Ticket }) {
  const text = useMessages(messagesMessages);
  const deeds = useTicketDeeds();
  return (
    <div className={styles.deeds}>
      {ticket.status === 'pending' && (
        <Button kind="primary" busy={deeds.busy} onClick={() => void deeds.accept(ticket)}>
          {text('accept')}
        </Button>
      )}
      {ticket.status === 'open' && (
        <>
          <span className={styles.wide}>
            <Button disabled={deeds.busy} onClick={() => void deeds.giveBack(ticket)}>
              {text('giveBack')}
            </Button>
          </span>
          <Button kind="primary" busy={deeds.busy} onClick={() => void deeds.resolve(ticket)}>
            {text('resolve')}
          </Button>
          <span className={styles.narrow}>
            <MoreDeeds onGiveBack={() => void deeds.giveBack(ticket)} />
          </span>
        </>
      )}
      {ticket.status === 'closed' && (
        <Button kind="primary" busy={deeds.busy} onClick={() => void deeds.reopen(ticket)}>
          {text('reopen')}
        </Button>
      )}
    </div>
  );
}

/** A narrow screen has room for one deed; the others are in a menu. */
function MoreDeeds({ onGiveBack }: { onGiveBack: () => void }) {
  const text = useMessages(messagesMessages);
  return (
    <Menu
      label={text('more')}
      trigger={(props) => (
        <IconButton {...props} label={text('more')}>
          <MoreIcon />
        </IconButton>
      )}
      items={[{ key: 'giveBack', label: text('giveBack'), onSelect: onGiveBack }]}
    />
  );
}

function BackToList() {
  const text = useMessages(messagesMessages);
  const [, navigate] = useLocation();
  return (
    <span className={styles.back}>
      <IconButton label={text('back')} onClick={() => navigate('/tickets')}>
        <ChevronLeftIcon />
      </IconButton>
    </span>
  );
}

export function ChatHeaderSkeleton() {
  return (
    <div className={styles.header}>
      <BackToList />
      <span className={`${styles.bone} ${styles.boneFace}`} />
      <div className={styles.who}>
        <div className={`${styles.bone} ${styles.boneName}`} />
        <div className={`${styles.bone} ${styles.boneFacts}`} />
      </div>
    </div>
  );
}
