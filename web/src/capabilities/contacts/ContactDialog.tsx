import { type Contact, type ContactDetail, ContactInput, contactDetails, detailsOf, noDetails } from '@prosa/contracts/contacts';
import { z } from 'zod';
import type { Filled } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { contactDetailMessages } from './contact-details.messages.ts';
import { contactDialogMessages } from './contact-dialog.messages.ts';
import { contacts, createContact, updateContact } from './contacts.data.ts';
import { ExtraInfoRows } from './ExtraInfoRows.tsx';

export type ContactDialogProps = {
  /** The one to edit; a new one without. */
  contact?: Contact | undefined;
  initialName?: string | undefined;
  initialNumber?: string | undefined;
  onClose: () => void;
  onSaved?: ((contact: Contact) => void) | undefined;
};

export function ContactDialog({ contact, initialName = '', initialNumber = '', ...rest }: ContactDialogProps) {
  const text = useMessages(contactDialogMessages);
  const common = useMessages(commonMessages);
  const detail = useMessages(contactDetailMessages);
  return (
    <RecordForm
      {...{ records: contacts, messages: contactDialogMessages, record: contact, valuesOf, ...rest }}
      schema={formOf(contact)}
      blank={{ name: initialName, number: initialNumber, ...noDetails, extraInfo: [] }}
      save={(input) => (contact ? updateContact(contact, input) : createContact(input))}
      refusals={{ ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
    >
      {({ field, values, errors, set }) => (
        <>
          <TextField label={common('name')} autoComplete="off" {...field('name')} />
          <TextField
            label={common('number')}
            hint={text('numberHint')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            {...field('number')}
          />
          {contactDetails.map((each) => (
            <TextField key={each} label={detail(each)} type={inputTypes[each]} autoComplete="off" {...field(each)} />
          ))}
          <ExtraInfoRows rows={values.extraInfo} errors={errors} onChange={(rows) => set('extraInfo', rows)} />
        </>
      )}
    </RecordForm>
  );
}

type Values = Filled<Omit<z.input<typeof ContactInput>, 'companyId'>>;
const valuesOf = ({ name, number, extraInfo, ...rest }: Contact): Values => ({ name, number, ...noDetails, ...detailsOf(rest), extraInfo });
/** The keyboard a phone shows, where it is not the one for text. */
const inputTypes: { [detail in ContactDetail]?: 'email' | 'tel' | 'url' } = { email: 'email' };

/** What is written down must have a name; rows left empty are none. */
const rows = ContactInput.shape.extraInfo.transform((all, context) => {
  all.forEach((row, index) => {
    if (row.name === '' && row.value !== '')
      context.issues.push({ code: 'custom', message: 'required', path: [index, 'name'], input: row.name });
  });
  return all.filter(({ name, value }) => name !== '' || value !== '');
});
const Form = ContactInput.extend({ extraInfo: rows });

/** An unchanged number is not validated: it may come from the network or be missing. */
function formOf(contact: Contact | undefined) {
  if (!contact) return Form;
  const number = z.string().transform((typed, context) => {
    const checked = ContactInput.shape.number.safeParse(typed);
    if (typed === contact.number || checked.success) return checked.data ?? typed;
    context.addIssue(checked.error.issues[0]?.message ?? 'invalidNumber');
    return z.NEVER;
  });
  return Form.extend({ number });
}
