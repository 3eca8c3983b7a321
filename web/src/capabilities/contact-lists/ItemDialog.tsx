import type { ContactListItem } from '@prosa/contracts/contact-lists';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import type { Records } from '../../platform/lists/records.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { ItemForm, type ItemValues, saveItem } from './contact-lists.data.ts';
import { itemsMessages } from './items.messages.ts';

type ItemDialogProps = {
  items: Records<ContactListItem>;
  listId: number;
  item: ContactListItem | undefined;
  onClose: () => void;
  onSaved: (item: ContactListItem) => void;
};
const blank: ItemValues = { name: '', number: '', email: '' };
const valuesOf = ({ name, number, email }: ContactListItem): ItemValues => ({ name, number: formatPhone(number), email });

/** One person of a list. */
export function ItemDialog({ items, listId, item, ...rest }: ItemDialogProps) {
  const text = useMessages(itemsMessages);
  const common = useMessages(commonMessages);
  return (
    <RecordForm
      {...{ records: items, messages: itemsMessages, record: item, schema: ItemForm, blank, valuesOf, ...rest }}
      save={(input) => saveItem(listId, item?.id, input)}
      refusals={{ ERR_CONTACTLISTITEM_ALREADY_EXISTS: 'number' }}
    >
      {({ field }) => (
        <>
          <TextField label={common('name')} autoComplete="off" maxLength={50} {...field('name')} />
          <TextField
            label={common('number')}
            hint={text('numberHint')}
            inputMode="tel"
            autoComplete="off"
            maxLength={50}
            {...field('number')}
          />
          <TextField label={common('email')} type="email" autoComplete="off" maxLength={254} {...field('email')} />
        </>
      )}
    </RecordForm>
  );
}
