import type { MediaType } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { ComponentType, ReactNode } from 'react';
import { formatListTime } from '../../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { classes } from '../../../ui/classes.ts';
import { BlockedIcon, MicIcon, PhoneIcon, PinIcon } from '../../../ui/icons/chat-icons.tsx';
import { PeopleIcon, PersonIcon, RobotIcon } from '../../../ui/icons/icons.tsx';
import { FileIcon, PhotoIcon, VideoIcon } from '../../../ui/icons/list-icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useDraftText } from '../../chat/composer/drafts.ts';
import { plainText } from '../../chat/text/markup.ts';
import { useCustomerActivity } from '../../ticket-store/CustomerActivity.tsx';
import { authorOf, formatDuration, lastMessageText } from '../../ticket-store/last-message-text.ts';
import { lastWordsMessages } from '../../ticket-store/last-words.messages.ts';
import { listMessages } from './list.messages.ts';
import styles from './TicketRow.module.css';

const maxTags = 2;

/** What a row shows of its ticket. Plain elements on purpose: there are hundreds of these. */
export function RowContent({ ticket }: { ticket: Ticket }) {
  const text = useMessages(listMessages);
  const { language } = useLanguage();
  const { contact, unreadMessages } = ticket;
  return (
    <>
      <span className={styles.face}>
        <Avatar name={contact.name} picture={contact.profilePicUrl} />
      </span>
      <span className={styles.name}>
        <span>{contact.name}</span>
        {ticket.isGroup && (
          <Mark label={text('group')}>
            <PeopleIcon size={14} />
          </Mark>
        )}
        {ticket.chatbot && (
          <Mark label={text('chatbot')}>
            <RobotIcon size={14} />
          </Mark>
        )}
      </span>
      <time className={styles.time} dateTime={ticket.updatedAt}>
        {formatListTime(ticket.updatedAt, language)}
      </time>
      <LastMessageLine ticket={ticket} />
      {unreadMessages > 0 && (
        <span className={styles.unread}>
          <span aria-hidden="true">{unreadMessages > 99 ? '99+' : unreadMessages}</span>
          <VisuallyHidden>{text(unreadMessages === 1 ? 'unreadOne' : 'unread', { n: unreadMessages })}</VisuallyHidden>
        </span>
      )}
      <Chips ticket={ticket} />
    </>
  );
}

/** Priority: customer is typing, own draft, last message. */
function LastMessageLine({ ticket }: { ticket: Ticket }) {
  const text = useMessages(lastWordsMessages);
  const { user } = useSession();
  const draft = useDraftText(user.id, ticket.id);
  const activity = useCustomerActivity(ticket.id);
  if (activity) return <span className={classes(styles.last, styles.activity)}>{text(activity)}</span>;
  if (ticket.status === 'open' && draft.trim() !== '')
    return (
      <span className={styles.last}>
        <span className={styles.draft}>{text('draft')}</span> {draft.slice(0, 300)}
      </span>
    );
  const said = lastMessageText(ticket);
  const { kind, words, seconds, isDeleted, isUnreadable } = said;
  const Icon = isDeleted ? BlockedIcon : kind && icons[kind];
  const author = authorOf(said, user.id, { you: text('you'), phone: text('phone') });
  const instead = isDeleted ? ('deleted' as const) : isUnreadable ? ('unreadable' as const) : kind;
  const spoken = plainText(words) || (instead ? text(instead) : '');
  return (
    <span className={styles.last}>
      {author && `${author}: `}
      {Icon && (
        <span className={styles.kind}>
          <Icon size={14} />
        </span>
      )}
      {seconds !== undefined && kind === 'audio' && words === '' ? `${spoken} ${formatDuration(seconds)}` : spoken}
    </span>
  );
}

const icons: Record<MediaType, ComponentType<{ size?: number }>> = {
  image: PhotoIcon,
  video: VideoIcon,
  audio: MicIcon,
  application: FileIcon,
  locationMessage: PinIcon,
  vcard: PersonIcon,
  call_log: PhoneIcon,
};

function Chips({ ticket }: { ticket: Ticket }) {
  const { queue, tags, user, whatsapp } = ticket;
  const rest = tags.slice(maxTags);
  return (
    <span className={styles.chips}>
      {queue && (
        <span className={styles.chip}>
          <i style={{ background: queue.color }} aria-hidden="true" />
          {queue.name}
        </span>
      )}
      {tags.slice(0, maxTags).map((tag) => (
        <span key={tag.id} className={styles.chip} data-tag title={tag.name}>
          <i style={{ background: tag.color }} aria-hidden="true" />
          {tag.name}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.chip} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
      {user && (
        <span className={styles.chip} data-yields title={user.name}>
          {user.name}
        </span>
      )}
      <span className={styles.chip} data-yields title={whatsapp.name}>
        {whatsapp.name}
      </span>
    </span>
  );
}

function Mark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.mark} title={label}>
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
