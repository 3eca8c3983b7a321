import { type ContactList, ContactListInput } from '@prosa/contracts/contact-lists';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ChevronRightIcon, DownloadIcon } from '../../ui/icons/chat-icons.tsx';
import { PeopleIcon } from '../../ui/icons/icons.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';

import { contactLists, saveContactList } from './contact-lists.data.ts';
import { contactListsMessages } from './contact-lists.messages.ts';
import { downloadExample } from './example-sheet.ts';

/** The lists of a company; a click opens one. */
export function ContactListsPage() {
  const text = useMessages(contactListsMessages);
  const common = useMessages(commonMessages);
  const navigate = useNavigate();
  useCommercialNotices();
  const open = ({ id }: ContactList) => navigate(`/contact-lists/${id}/contacts`);
  return (
    <RecordsPage
      records={contactLists}
      messages={contactListsMessages}
      icon={<PeopleIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'contacts', header: text('contacts'), width: '20%', cell: ({ contactsCount }) => contactsCount },
      ]}
      form={(list, handlers) => <ContactListDialog list={list} {...handlers} />}
      onOpen={open}
      rowActions={(list) => [
        {
          key: 'open',
          label: text('openNamed', { name: list.name }),
          short: text('open'),
          icon: <ChevronRightIcon />,
          onSelect: () => open(list),
        },
      ]}
      pageActions={() => [{ key: 'example', label: text('example'), icon: <DownloadIcon size={16} />, onSelect: downloadExample }]}
    />
  );
}

type ContactListDialogProps = { list: ContactList | undefined; onClose: () => void; onSaved: (list: ContactList) => void };

function ContactListDialog({ list, ...rest }: ContactListDialogProps) {
  const common = useMessages(commonMessages);
  return (
    <RecordForm
      records={contactLists}
      messages={contactListsMessages}
      record={list}
      schema={ContactListInput}
      blank={{ name: '' }}
      valuesOf={({ name }) => ({ name })}
      save={({ name }) => saveContactList(list?.id, name)}
      {...rest}
    >
      {({ field }) => <TextField label={common('name')} autoComplete="off" maxLength={50} {...field('name')} />}
    </RecordForm>
  );
}
