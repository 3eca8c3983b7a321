import type { ContactListItem } from '@prosa/contracts/contact-lists';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link, useParams } from 'wouter';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText } from '../../platform/api/errors.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { notify } from '../../platform/browser/notices.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { StatusPill } from '../../ui/Chip.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { ChevronLeftIcon, PeopleIcon, PersonIcon } from '../../ui/icons/icons.tsx';
import { FileIcon } from '../../ui/icons/list-icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { AddContactsDialog } from './AddContactsDialog.tsx';
import styles from './ContactLists.module.css';
import { itemsOf, useContactList, type Validity, validities } from './contact-lists.data.ts';
import { contactListsMessages } from './contact-lists.messages.ts';
import { ImportSheetDialog } from './ImportSheetDialog.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { itemsMessages } from './items.messages.ts';

const filterWords = { all: 'all', true: 'validOnes', false: 'invalidOnes' } as const;

/** The people of one list. */
export function ContactListItemsPage() {
  useCommercialNotices();
  const { contactListId = '' } = useParams();
  const id = Number(contactListId);
  const name = useNameOrLeave(id);
  return <Items key={id} listId={id} name={name} />;
}

function Items({ listId, name }: { listId: number; name: string }) {
  const text = useMessages(itemsMessages);
  const common = useMessages(commonMessages);
  const [validity, setValidity] = useState<Validity>('all');
  const items = useMemo(() => itemsOf(listId, validity), [listId, validity]);
  return (
    <RecordsPage
      records={items}
      messages={itemsMessages}
      title={name}
      icon={<PersonIcon />}
      above={<Place name={name} />}
      summary={
        <div>
          <Segmented
            label={text('which')}
            options={validities.map((value) => ({ value, label: text(filterWords[value]) }))}
            value={validity}
            onChange={setValidity}
          />
        </div>
      }
      columns={[
        { key: 'whatsapp', header: text('whatsapp'), width: '140px', cell: (item) => <Reachable item={item} /> },
        { key: 'name', header: common('name'), leads: true, cell: (item) => item.name },
        { key: 'number', header: common('number'), width: '190px', cell: ({ number }) => <DialledNumber number={number} /> },
        { key: 'email', header: common('email'), width: '26%', spare: 'tight', cell: ({ email }) => email },
      ]}
      form={(item, handlers) => <ItemDialog {...{ items, listId, item, ...handlers }} />}
      mayRemove={useCan('contacts-page:deleteContact')}
      pageActions={(show) => [
        {
          key: 'import',
          label: text('importSheet'),
          icon: <FileIcon size={16} />,
          onSelect: () => show((close) => <ImportSheetDialog listId={listId} onClose={close} />),
        },
        {
          key: 'contacts',
          label: text('fromContacts'),
          icon: <PeopleIcon size={16} />,
          onSelect: () => show((close) => <AddContactsDialog listId={listId} onClose={close} />),
        },
      ]}
    />
  );
}

/** The name of the list; where it is gone, or never was, the way leads back to the lists. */
function useNameOrLeave(id: number): string {
  const navigate = useNavigate();
  const { data, error } = useContactList(id);
  const leave = useEffectEvent((reason: unknown) => {
    if (!(reason instanceof ApiError) || ![400, 404].includes(reason.status)) return;
    notify('danger', errorText(reason));
    navigate('/contact-lists', { replace: true });
  });
  useEffect(() => leave(error), [error]);
  return data?.name ?? '';
}

function Place({ name }: { name: string }) {
  const text = useMessages(itemsMessages);
  const lists = useMessages(contactListsMessages);
  return (
    <nav aria-label={text('place')} className={styles.place}>
      <Link href="/contact-lists">
        <ChevronLeftIcon size={16} />
        {lists('title')}
      </Link>
      <span aria-current="page" title={name}>
        {name}
      </span>
    </nav>
  );
}

function Reachable({ item: { isWhatsappValid } }: { item: ContactListItem }) {
  const text = useMessages(itemsMessages);
  if (isWhatsappValid === null) return <StatusPill tone="neutral">{text('checking')}</StatusPill>;
  return <StatusPill tone={isWhatsappValid ? 'success' : 'danger'}>{text(isWhatsappValid ? 'valid' : 'invalid')}</StatusPill>;
}

function DialledNumber({ number }: { number: string }) {
  return <span className={styles.number}>{formatPhone(number)}</span>;
}
