import type { Contact } from '@prosa/contracts/contacts';
import { Link } from 'wouter';
import { formatListTime, formatPhone } from '../../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { plainText } from '../../chat/text/markup.ts';
import { authorOf } from '../../ticket-store/last-message-text.ts';
import { lastWordsMessages } from '../../ticket-store/last-words.messages.ts';
import type { NewTicketContact } from '../dialogs/new-ticket.data.ts';
import { type Hit, snippet } from './found.ts';
import styles from './Search.module.css';
import { searchMessages } from './search.messages.ts';

const headings = { contacts: 'foundContacts', tickets: 'foundTickets', messages: 'foundMessages' } as const;

export function Heading({ group, count }: { group: keyof typeof headings; count: number }) {
  const text = useMessages(searchMessages);
  return (
    <h2 className={styles.heading}>
      {text(headings[group])} · {count}
    </h2>
  );
}

/** Opens a conversation with the contact: a new ticket or the existing one. */
export function ContactHit({ contact, onOpen }: { contact: Contact; onOpen: (contact: NewTicketContact) => void }) {
  const text = useMessages(searchMessages);
  return (
    <button
      type="button"
      className={styles.person}
      data-row
      title={text('newTicketWith', { name: contact.name })}
      onClick={() => onOpen(contact)}
    >
      <Avatar name={contact.name} picture={contact.profilePicUrl} />
      <span className={styles.name} title={contact.name}>
        {contact.name}
      </span>
      <span className={styles.number}>{formatPhone(contact.number)}</span>
    </button>
  );
}

/** At the ticket it opens at; where there is none, in the contact's thread on that connection. */
const addressOf = ({ id, ticket, contact, whatsappId }: Hit) =>
  ticket ? `/tickets/${ticket.uuid}?message=${id}` : `/tickets?contact=${contact.id}&whatsapp=${whatsappId}`;

/** Leads to the message itself. */
export function MessageHit({ hit, words }: { hit: Hit; words: string }) {
  const text = useMessages(searchMessages);
  const said = useMessages(lastWordsMessages);
  const { language } = useLanguage();
  const { user: me } = useSession();
  const { fromMe, user, participant } = hit;
  const author = authorOf({ fromMe, user: user ?? undefined, name: participant?.name }, me.id, { you: said('you'), phone: said('phone') });
  return (
    <Link href={addressOf(hit)} className={styles.hit} data-row>
      <Avatar name={hit.contact.name} picture={hit.contact.profilePicUrl} />
      <span className={styles.name} title={hit.contact.name}>
        {hit.contact.name}
      </span>
      <time dateTime={hit.createdAt}>{formatListTime(hit.createdAt, language)}</time>
      <span className={styles.snippet} title={plainText(hit.body)}>
        <VisuallyHidden>{hit.ticket ? text('messageIn', { n: hit.ticket.id }) : text('messageWithoutTicket')}: </VisuallyHidden>
        {author && `${author}: `}
        {snippet(plainText(hit.body), words).map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
        )}
      </span>
    </Link>
  );
}

export function ShowAllButton({ onClick }: { onClick: () => void }) {
  const text = useMessages(searchMessages);
  return (
    <button type="button" className={styles.unfold} data-row onClick={onClick}>
      {text('showMore')}
    </button>
  );
}
