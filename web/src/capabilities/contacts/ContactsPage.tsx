import type { Contact } from '@prosa/contracts/contacts';
import { type ClipboardEvent, Suspense } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DownloadIcon } from '../../ui/icons/chat-icons.tsx';
import { CalendarIcon, ChatIcon, PeopleIcon, PersonIcon } from '../../ui/icons/icons.tsx';
import { NameCell } from '../../ui/lists/NameCell.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import styles from './Contacts.module.css';
import { contacts, useExportContacts } from './contacts.data.ts';
import { contactsMessages } from './contacts.messages.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { newTicketSlot, scheduleSlot } from './slots.ts';

const NewTicketDialog = newTicketSlot.Slot;
const ScheduleForContact = scheduleSlot.Slot;

export function ContactsPage() {
  const text = useMessages(contactsMessages);
  const common = useMessages(commonMessages);
  const mayImport = useCan('contacts:import');
  const mayExport = useCan('contacts-page:export');
  const exported = useExportContacts();
  return (
    <RecordsPage
      records={contacts}
      messages={contactsMessages}
      icon={<PersonIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: (contact) => <Who contact={contact} /> },
        { key: 'number', header: text('whatsapp'), width: '172px', cell: (contact) => <NumberOf contact={contact} /> },
        { key: 'email', header: common('email'), width: '26%', spare: 'tight', cell: ({ email }) => email },
      ]}
      form={(contact, handlers) => <ContactDialog contact={contact} {...handlers} />}
      mayRemove={useCan('contacts-page:deleteContact')}
      rowActions={useContactActions()}
      pageActions={(show) => [
        ...(mayImport
          ? [
              {
                key: 'import',
                label: text('import'),
                icon: <PeopleIcon size={16} />,
                onSelect: () => show((close) => <ImportDialog onClose={close} />),
              },
            ]
          : []),
        ...(mayExport
          ? [
              {
                key: 'export',
                label: text('export'),
                icon: <DownloadIcon size={16} />,
                busy: exported.isPending,
                onSelect: () => exported.mutate(),
              },
            ]
          : []),
      ]}
    />
  );
}

/** What can be done with a contact besides changing it. */
function useContactActions() {
  const text = useMessages(contactsMessages);
  return (contact: Contact, show: Show): RowAction[] => [
    {
      key: 'ticket',
      label: text('openTicketNamed', { name: contact.name }),
      short: text('openTicket'),
      icon: <ChatIcon />,
      letter: 'o',
      onSelect: () =>
        show((close) => (
          <Suspense>
            <NewTicketDialog contact={contact} onClose={close} />
          </Suspense>
        )),
    },
    {
      key: 'schedule',
      label: text('scheduleNamed', { name: contact.name }),
      short: text('schedule'),
      icon: <CalendarIcon />,
      letter: 's',
      onSelect: () =>
        show((close) => (
          <Suspense>
            <ScheduleForContact contact={contact} onClose={close} />
          </Suspense>
        )),
    },
  ];
}

function Who({ contact: { name, profilePicUrl, isGroup } }: { contact: Contact }) {
  const text = useMessages(contactsMessages);
  return (
    <NameCell name={name} mark={<Avatar name={name} picture={profilePicUrl} size={32} />}>
      {isGroup && <Chip>{text('group')}</Chip>}
    </NameCell>
  );
}

/** Shown as people read it, copied as computers need it. */
function NumberOf({ contact: { number, isGroup } }: { contact: Contact }) {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', number);
    event.preventDefault();
  };
  return (
    <span className={styles.number} onCopy={copy}>
      {isGroup ? '' : formatPhone(number)}
    </span>
  );
}
