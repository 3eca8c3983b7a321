import type { Contact } from '@prosa/contracts/contacts';
import { type ClipboardEvent, Suspense, useCallback, useMemo, useState } from 'react';
import { isFreeKey, useKeys } from '../../platform/browser/shortcuts.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DownloadIcon } from '../../ui/icons/chat-icons.tsx';
import { ChatIcon, PencilIcon, PeopleIcon, PersonIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { type ListColumn, ListTable } from '../../ui/lists/ListTable.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import styles from './Contacts.module.css';
import { useContactList, useExportContacts, useRemoveContact } from './contacts.data.ts';
import { contactsMessages } from './contacts.messages.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { newTicketSlot } from './slots.ts';

const NewTicketDialog = newTicketSlot.Slot;

type Open = { what: 'edit' | 'remove' | 'ticket'; contact: Contact } | { what: 'add' | 'import' };

export function ContactsPage() {
  const text = useMessages(contactsMessages);
  const mayImport = useCan('contacts:import');
  const [search, setSearch] = useState('');
  const searched = useDebounced(search.trim().toLowerCase());
  const rows = useContactList(searched);
  const [open, setOpen] = useState<Open>();
  const exported = useExportContacts();
  const columns = useColumns();
  const actions = useActions(setOpen);
  const edit = useCallback((contact: Contact) => setOpen({ what: 'edit', contact }), []);
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'n' || !isFreeKey(event)) return;
    event.preventDefault();
    setOpen({ what: 'add' });
  });
  const deeds = [
    ...(mayImport
      ? [{ key: 'import', label: text('import'), icon: <PeopleIcon size={16} />, onSelect: () => setOpen({ what: 'import' }) }]
      : []),
    {
      key: 'export',
      label: text('export'),
      icon: <DownloadIcon size={16} />,
      busy: exported.isPending,
      onSelect: () => exported.mutate(),
    },
  ];
  const add = (
    <Button kind="primary" onClick={() => setOpen({ what: 'add' })}>
      {text('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        {...{ rows, search, searched, deeds }}
        title={text('title')}
        onSearch={setSearch}
        primary={add}
        empty={{ icon: <PersonIcon />, body: text('noneBody') }}
      >
        <ListTable
          {...{ rows, columns, actions }}
          caption={text('title')}
          onOpen={edit}
          onRowKey={(key, contact) => key === 'o' && setOpen({ what: 'ticket', contact })}
        />
      </ListPage>
      <Opened open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

function Opened({ open, onClose }: { open: Open | undefined; onClose: () => void }) {
  switch (open?.what) {
    case 'add':
      return <ContactDialog onClose={onClose} />;
    case 'edit':
      return <ContactDialog contact={open.contact} onClose={onClose} />;
    case 'ticket':
      return (
        <Suspense>
          <NewTicketDialog contact={open.contact} onClose={onClose} />
        </Suspense>
      );
    case 'remove':
      return <RemoveContact contact={open.contact} onClose={onClose} />;
    case 'import':
      return <ImportDialog onClose={onClose} />;
    default:
      return null;
  }
}

function useColumns(): ListColumn<Contact>[] {
  const text = useMessages(contactsMessages);
  const common = useMessages(commonMessages);
  const [name, number, email] = [common('name'), text('whatsapp'), common('email')];
  return useMemo(
    () => [
      { key: 'name', header: name, leads: true, cell: (contact) => <Who contact={contact} /> },
      { key: 'number', header: number, width: '172px', cell: (contact) => <NumberOf contact={contact} /> },
      { key: 'email', header: email, width: '26%', cell: (contact) => contact.email },
    ],
    [name, number, email],
  );
}

function Who({ contact }: { contact: Contact }) {
  const text = useMessages(contactsMessages);
  return (
    <span className={styles.who}>
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={32} />
      <span className={styles.name}>{contact.name}</span>
      {contact.isGroup && <Chip>{text('group')}</Chip>}
    </span>
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

function useActions(open: (what: Open) => void) {
  const text = useMessages(contactsMessages);
  const common = useMessages(commonMessages);
  const mayRemove = useCan('contacts-page:deleteContact');
  return (contact: Contact): RowAction[] => {
    const { name } = contact;
    const remove: RowAction = {
      key: 'remove',
      label: text('removeNamed', { name }),
      short: common('delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => open({ what: 'remove', contact }),
    };
    return [
      {
        key: 'ticket',
        label: text('openTicketNamed', { name }),
        short: text('openTicket'),
        icon: <ChatIcon />,
        onSelect: () => open({ what: 'ticket', contact }),
      },
      {
        key: 'edit',
        label: text('editNamed', { name }),
        short: common('edit'),
        icon: <PencilIcon />,
        onSelect: () => open({ what: 'edit', contact }),
      },
      ...(mayRemove ? [remove] : []),
    ];
  };
}

function RemoveContact({ contact: { id, name }, onClose }: { contact: Contact; onClose: () => void }) {
  const text = useMessages(contactsMessages);
  const remove = useRemoveContact();
  return (
    <RemoveDialog {...{ id, remove, onClose }} title={text('removeTitle', { name })} body={text('removeBody')} removed={text('removed')} />
  );
}
