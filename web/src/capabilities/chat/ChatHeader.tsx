import type { Ticket } from '@prosa/contracts/tickets';
import type { RefObject } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TranscriptIcon, TransferIcon } from '../../ui/icons/chat-icons.tsx';
import {
  CalendarIcon,
  ChevronLeftIcon,
  HelpIcon,
  HistoryIcon,
  MoreIcon,
  PersonIcon,
  SearchIcon,
  TrashIcon,
} from '../../ui/icons/icons.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { TagEditor } from '../tags/TagEditor.tsx';
import type { useTicketActions } from '../ticket-actions/useTicketActions.ts';
import { historyTitleMessages } from '../ticket-history/history-title.messages.ts';
import { useCustomerActivity } from '../ticket-store/CustomerActivity.tsx';
import { lastWordsMessages } from '../ticket-store/last-words.messages.ts';
import styles from './Chat.module.css';
import { chatMessages } from './messages/chat.messages.ts';
import { messagesMessages } from './messages/messages.messages.ts';
import { Presence } from './presence/Presence.tsx';
import type { Viewer } from './presence/presence.data.ts';
import { transcriptTitle } from './transcript/transcript-path.ts';

export type HeaderProps = {
  ticket: Ticket;
  viewers: Viewer[];
  actions: ReturnType<typeof useTicketActions>;
  tagButton: RefObject<HTMLButtonElement | null>;
  isDrawerOpen: boolean;
  onDrawer: () => void;
  onSearch: () => void;
  onHistory: () => void;
  onTranscript: () => void;
  onSchedule: () => void;
  onTransfer: () => void;
  onDelete: () => void;
};

export function ChatHeader(props: HeaderProps) {
  const { ticket, viewers, tagButton, isDrawerOpen, onDrawer } = props;
  const text = useMessages(chatMessages);
  const { contact, queue, whatsapp } = ticket;
  // The others are counted here, and named in the editor and beside the conversation, which takes of the room when open.
  const maxTags = isDrawerOpen ? 1 : 2;
  const said = useMessages(lastWordsMessages);
  const activity = useCustomerActivity(ticket.id);
  const facts = [`#${ticket.id}`, queue?.name, whatsapp.name].filter(Boolean).join(' · ');
  return (
    <header className={styles.header}>
      <BackToList />
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
      <div className={styles.who}>
        <div className={styles.top} data-tagged={ticket.tags.length > 0 || undefined}>
          <h2 className={styles.name}>
            <button type="button" onClick={onDrawer} aria-expanded={isDrawerOpen} title={text('contactDetails')}>
              {contact.name}
            </button>
          </h2>
          <span className={styles.tags}>
            <TagEditor ticket={ticket} button={tagButton} maxShown={maxTags} />
          </span>
        </div>
        <p className={styles.facts} title={facts} data-activity={activity}>
          {activity ? said(activity) : facts}
        </p>
      </div>
      <Presence viewers={viewers} />
      <Actions {...props} />
    </header>
  );
}

function Actions(props: HeaderProps) {
  const { ticket, actions, onTransfer } = props;
  const text = useMessages(messagesMessages);
  const chat = useMessages(chatMessages);
  return (
    <div className={styles.actions}>
      {ticket.status === 'pending' && (
        <Button kind="primary" busy={actions.busy} onClick={() => void actions.accept(ticket)}>
          {text('accept')}
        </Button>
      )}
      {ticket.status === 'open' && (
        <>
          <span className={styles.wide}>
            <Button kind="ghost" icon={<TransferIcon size={16} />} disabled={actions.busy} onClick={onTransfer}>
              {chat('transfer')}
            </Button>
            <Button disabled={actions.busy} onClick={() => void actions.giveBack(ticket)}>
              {text('giveBack')}
            </Button>
          </span>
          <Button kind="primary" busy={actions.busy} onClick={() => void actions.resolve(ticket)}>
            {text('resolve')}
          </Button>
        </>
      )}
      {ticket.status === 'closed' && (
        <Button kind="primary" busy={actions.busy} onClick={() => void actions.reopen(ticket)}>
          {text('reopen')}
        </Button>
      )}
      <MoreActions {...props} />
    </div>
  );
}

function MoreActions({ ticket, actions, onTransfer, onSchedule, onSearch, onHistory, onTranscript, onDrawer, onDelete }: HeaderProps) {
  const text = useMessages(messagesMessages);
  const chat = useMessages(chatMessages);
  const history = useMessages(historyTitleMessages);
  const transcript = useMessages(transcriptTitle);
  const mayDelete = useCan('ticket-options:deleteTicket');
  const giveBack = { key: 'giveBack', label: text('giveBack'), icon: <HistoryIcon />, onSelect: () => void actions.giveBack(ticket) };
  const items: MenuItem[] = [
    ...(ticket.status === 'open' ? [giveBack] : []),
    ...(ticket.status === 'closed' ? [] : [{ key: 'transfer', label: chat('transfer'), icon: <TransferIcon />, onSelect: onTransfer }]),
    ...(ticket.isGroup ? [] : [{ key: 'schedule', label: chat('schedule'), icon: <CalendarIcon />, onSelect: onSchedule }]),
    { key: 'search', label: chat('searchInChat'), icon: <SearchIcon />, onSelect: onSearch },
    { key: 'history', label: history('title'), icon: <HelpIcon />, onSelect: onHistory },
    { key: 'transcript', label: transcript('title'), icon: <TranscriptIcon />, onSelect: onTranscript },
    { key: 'contact', label: chat('contactDetails'), icon: <PersonIcon />, onSelect: onDrawer },
  ];
  const danger = mayDelete ? [{ key: 'delete', label: chat('deleteTicket'), icon: <TrashIcon />, danger: true, onSelect: onDelete }] : [];
  return (
    <Menu
      label={text('more')}
      trigger={(props) => (
        <IconButton {...props} label={text('more')}>
          <MoreIcon />
        </IconButton>
      )}
      sections={[
        { key: 'actions', items },
        { key: 'danger', items: danger },
      ]}
    />
  );
}

function BackToList() {
  const text = useMessages(messagesMessages);
  const navigate = useNavigate();
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
      <span className={`${styles.skeleton} ${styles.skeletonFace}`} />
      <div className={styles.who}>
        <div className={`${styles.skeleton} ${styles.skeletonName}`} />
        <div className={`${styles.skeleton} ${styles.skeletonFacts}`} />
      </div>
    </div>
  );
}
