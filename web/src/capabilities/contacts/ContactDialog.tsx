import { type Contact, ContactInput } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useStale } from '../../platform/live/stale.ts';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { StaleBanner } from '../../ui/lists/StaleBanner.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './ContactDialog.module.css';
import { useContactChange, useSaveContact } from './contact.data.ts';
import { contactDialogMessages } from './contact-dialog.messages.ts';
import { ExtraInfoRows } from './ExtraInfoRows.tsx';

export type ContactDialogProps = {
  /** The one to edit; a new one without. */
  contact?: Contact | undefined;
  initialName?: string | undefined;
  initialNumber?: string | undefined;
  onClose: () => void;
  onSaved?: ((contact: Contact) => void) | undefined;
};

export function ContactDialog({ contact, initialName = '', initialNumber = '', onClose, onSaved }: ContactDialogProps) {
  const text = useMessages(contactDialogMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const save = useSaveContact(contact);
  const draft = useDraft(formOf(contact), contact ? editable(contact) : { name: initialName, number: initialNumber, ...blank });
  const stale = useStale(draft, contact && editable(contact), save.isPending);
  useContactChange(contact?.id, (now) => stale.hear(editable(now)));
  const submit = draft.onSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved) => {
        toast.success(common('done'));
        onSaved?.(saved);
        onClose();
      },
      onError: (error) => {
        if (!draft.refuse(error) && !isOfNumber(error)) showError(error);
      },
    }),
  );
  return (
    <Dialog
      title={text(contact ? 'edit' : 'add')}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} onCancel={onClose} />}
    >
      <div className={styles.form}>
        <StaleBanner stale={stale} />
        <Fields draft={draft} numberError={isOfNumber(save.error) ? errorText(save.error) : undefined} onNumber={save.reset} />
        <ExtraInfoRows rows={draft.values.extraInfo ?? []} errors={draft.errors} onChange={(rows) => draft.set('extraInfo', rows)} />
      </div>
    </Dialog>
  );
}

const blank = { email: '', extraInfo: [] };
type Draft = ReturnType<typeof useDraft<typeof ContactInput>>;

/** What is written down must have a name; rows left empty are none. */
const rows = ContactInput.shape.extraInfo.transform((all, context) => {
  all.forEach((row, index) => {
    if (row.name === '' && row.value !== '')
      context.issues.push({ code: 'custom', message: 'required', path: [index, 'name'], input: row.name });
  });
  return all.filter(({ name, value }) => name !== '' || value !== '');
});
const Form = ContactInput.extend({ extraInfo: rows });

/** A number nobody touched is not complained of: the network may have given it, or none at all. */
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

const editable = ({ name, number, email, extraInfo }: Contact) => ({ name, number, email, extraInfo });

const isOfNumber = (error: unknown) =>
  error instanceof ApiError && (error.code === 'ERR_DUPLICATED_CONTACT' || error.code === 'ERR_WAPP_INVALID_CONTACT');

type FieldsProps = { draft: Pick<Draft, 'values' | 'errors' | 'set' | 'leave'>; numberError: string | undefined; onNumber: () => void };

function Fields({ draft: { values, errors, set, leave }, numberError, onNumber }: FieldsProps) {
  const text = useMessages(contactDialogMessages);
  const common = useMessages(commonMessages);
  const setNumber = (number: string) => {
    if (numberError !== undefined) onNumber();
    set('number', number);
  };
  return (
    <>
      <TextField
        label={common('name')}
        value={values.name}
        error={errors.name}
        autoComplete="off"
        onChange={(name) => set('name', name)}
        onBlur={() => leave('name')}
      />
      <TextField
        label={common('number')}
        value={values.number}
        error={errors.number ?? numberError}
        hint={text('numberHint')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        onChange={setNumber}
        onBlur={() => leave('number')}
      />
      <TextField
        label={common('email')}
        value={values.email ?? ''}
        error={errors.email}
        type="email"
        autoComplete="off"
        onChange={(email) => set('email', email)}
        onBlur={() => leave('email')}
      />
    </>
  );
}
