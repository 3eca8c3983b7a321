import type { MediaType } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { ComponentType, ReactNode } from 'react';
import { formatDateTime, formatListTime } from '../../../platform/language/format.ts';
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
import { useSeveralConnections } from '../../ticket-store/connections-seen.ts';
import { authorOf, formatDuration, lastMessageText } from '../../ticket-store/last-message-text.ts';
import { lastWordsMessages } from '../../ticket-store/last-words.messages.ts';
import { listMessages } from './list.messages.ts';
import styles from './TicketRow.module.css';
import { spanOf, useMinutesSince } from './waiting.ts';

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
        <span title={contact.name}>{contact.name}</span>
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
      {ticket.status === 'pending' ? (
        <Waiting since={ticket.createdAt} />
      ) : (
        <time className={styles.time} dateTime={ticket.updatedAt}>
          {formatListTime(ticket.updatedAt, language)}
        </time>
      )}
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
      <span className={styles.last} title={draft.slice(0, 300)}>
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
    <span className={styles.last} title={spoken.slice(0, 300)}>
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
  const text = useMessages(listMessages);
  const isAmongSeveral = useSeveralConnections();
  const { queue, tags, user, whatsapp } = ticket;
  const [first, ...rest] = tags;
  return (
    <span className={styles.foot}>
      <span className={styles.chips}>
        {queue && (
          <span className={styles.chip} data-chip title={queue.name}>
            <i style={{ background: queue.color }} aria-hidden="true" />
            {queue.name}
          </span>
        )}
        {first && (
          <span className={styles.chip} data-chip data-tag title={first.name}>
            <i style={{ background: first.color }} aria-hidden="true" />
            {first.name}
          </span>
        )}
        {rest.length > 0 && (
          <span className={styles.chip} data-chip title={rest.map(({ name }) => name).join(', ')}>
            +{rest.length}
          </span>
        )}
        {isAmongSeveral ? (
          <span className={styles.chip} data-chip title={whatsapp.name}>
            {whatsapp.name}
          </span>
        ) : (
          <VisuallyHidden>{whatsapp.name}</VisuallyHidden>
        )}
      </span>
      {user && (
        <span className={styles.owner} title={user.name}>
          <Avatar name={user.name} size={18} />
          <VisuallyHidden>{text('servedBy', { name: user.name })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** For how long a customer waits; after a quarter of an hour in the colour of a warning. */
function Waiting({ since }: { since: string }) {
  const text = useMessages(listMessages);
  const minutes = useMinutesSince(since);
  const { value, unit } = spanOf(minutes);
  const short = minutes === 0 ? text('justNow') : text(unit, { n: value });
  const whole = text('waitsSince', { at: formatDateTime(since) });
  return (
    <time className={styles.time} dateTime={since} title={whole} data-late={minutes >= 15 || undefined}>
      <VisuallyHidden>{minutes === 0 ? text('waitsNow') : text('waitsFor', { span: short })}</VisuallyHidden>
      <span aria-hidden="true">{short}</span>
    </time>
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
