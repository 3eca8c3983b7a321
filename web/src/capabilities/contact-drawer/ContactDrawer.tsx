import { type Contact, type ContactDetail, contactDetails } from '@prosa/contracts/contacts';
import type { Ticket } from '@prosa/contracts/tickets';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { notify } from '../../platform/browser/notices.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDate, formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon, CopyIcon, HelpIcon } from '../../ui/icons/icons.tsx';
import { Drawer } from '../../ui/overlays/Drawer.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { contactDetailMessages } from '../contacts/contact-details.messages.ts';
import { TagEditor } from '../tags/TagEditor.tsx';
import { historyTitleMessages } from '../ticket-history/history-title.messages.ts';
import { Notes } from '../ticket-notes/Notes.tsx';
import { notesMessages } from '../ticket-notes/ticket-notes.messages.ts';
import { useEarlierTickets } from '../ticket-store/earlier.data.ts';
import styles from './ContactDrawer.module.css';
import { useContact } from './contact-drawer.data.ts';
import { drawerMessages } from './contact-drawer.messages.ts';
import { EditContact } from './EditContact.tsx';

const Lightbox = lazy(async () => ({ default: (await import('../../ui/overlays/Lightbox.tsx')).Lightbox }));
const HistoryDialog = lazy(async () => ({ default: (await import('../ticket-history/HistoryDialog.tsx')).HistoryDialog }));

type ContactDrawerProps = { ticket: Ticket; isBeside: boolean; onClose: () => void };

/** Details of the contact: beside the conversation where there is room, otherwise over it. */
export function ContactDrawer({ ticket, isBeside, onClose }: ContactDrawerProps) {
  const text = useMessages(drawerMessages);
  const inside = <Inside ticket={ticket} onClose={onClose} />;
  return isBeside ? (
    <aside className={styles.beside} aria-label={text('title')}>
      {inside}
    </aside>
  ) : (
    <Drawer side="right" label={text('title')} onClose={onClose}>
      {inside}
    </Drawer>
  );
}

function Inside({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const text = useMessages(drawerMessages);
  const notes = useMessages(notesMessages);
  const common = useMessages(commonMessages);
  const contact = useContact(ticket.contactId);
  const extra = contact.data?.extraInfo ?? [];
  return (
    <div className={styles.inside}>
      <header className={styles.bar}>
        <h2>{text('title')}</h2>
        <IconButton label={common('close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <Who ticket={ticket} loaded={contact.data} />
      {contact.data && <EditContact contact={contact.data} />}
      <WhyHere ticket={ticket} />
      {contact.isError && (
        <p className={styles.quiet} role="alert">
          {text('failed')} <Button onClick={() => void contact.refetch()}>{common('tryAgain')}</Button>
        </p>
      )}
      <Section title={text('tags')}>
        <TagEditor ticket={ticket} />
      </Section>
      <Section title={notes('title')}>
        <Notes ticket={ticket} />
      </Section>
      {contact.isPending && <Skeleton height={40} />}
      {extra.length > 0 && (
        <Section title={text('extra')}>
          <dl className={styles.extra}>
            {extra.map(({ id, name, value }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      <Section title={text('earlier')}>
        <Earlier ticket={ticket} />
      </Section>
    </div>
  );
}

function WhyHere({ ticket }: { ticket: Ticket }) {
  const text = useMessages(historyTitleMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button icon={<HelpIcon size={16} />} onClick={() => setOpen(true)}>
          {text('title')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <HistoryDialog ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Who({ ticket: { contact, code, isGroup }, loaded }: { ticket: Ticket; loaded: Contact | undefined }) {
  const text = useMessages(drawerMessages);
  const [isViewing, setViewing] = useState(false);
  const { name, number, profilePicUrl } = contact;
  const face = <Avatar name={name} picture={profilePicUrl} size={56} />;
  return (
    <div className={styles.who}>
      {profilePicUrl ? (
        <button type="button" className={styles.face} aria-label={text('openPicture', { name })} onClick={() => setViewing(true)}>
          {face}
        </button>
      ) : (
        face
      )}
      <div className={styles.facts}>
        <b>{name}</b>
        {number !== '' && !isGroup && (
          <span className={styles.number}>
            <a href={`tel:+${number}`}>{formatPhone(number)}</a>
            <CopyNumber number={number} />
          </span>
        )}
        <Details of={{ ...loaded, ...contact }} />
        {code && (
          <small>
            {text('protocol')} {code}
          </small>
        )}
      </div>
      {isViewing && (
        <Suspense>
          <Lightbox
            gallery={[{ key: 'face', url: profilePicUrl, kind: 'image', name, caption: '' }]}
            firstKey="face"
            onClose={() => setViewing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const links: { [detail in ContactDetail]?: (value: string) => string } = { email: (value) => `mailto:${value}` };

function Details({ of }: { of: { [detail in ContactDetail]?: string } }) {
  const label = useMessages(contactDetailMessages);
  return contactDetails.map((detail) => {
    const value = of[detail];
    if (!value) return null;
    const link = links[detail];
    return link ? (
      <a key={detail} href={link(value)}>
        {value}
      </a>
    ) : (
      <span key={detail}>
        {label(detail)}: {value}
      </span>
    );
  });
}

function CopyNumber({ number }: { number: string }) {
  const text = useMessages(drawerMessages);
  const common = useMessages(commonMessages);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      notify('success', common('copied'));
    } catch {
      // The browser said no; the number can still be selected by hand.
    }
  };
  return (
    <IconButton label={text('copyNumber')} onClick={() => void copy()}>
      <CopyIcon size={16} />
    </IconButton>
  );
}

function Earlier({ ticket }: { ticket: Ticket }) {
  const text = useMessages(drawerMessages);
  const earlier = useEarlierTickets(ticket);
  if (earlier.isPending) return <Skeleton height={20} />;
  if (!earlier.data || earlier.data.length === 0) return <p className={styles.quiet}>{text('noEarlier')}</p>;
  return (
    <ul className={styles.earlier}>
      {earlier.data.map(({ id, uuid, updatedAt, queue }) => (
        <li key={id}>
          <Link href={`/tickets/${uuid}`}>{text('earlierOne', { n: id })}</Link>
          <small>{[queue?.name, formatDate(updatedAt)].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}
