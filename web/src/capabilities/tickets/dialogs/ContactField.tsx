import { commonMessages } from '../../../platform/language/common.messages.ts';
import { formatPhone } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { PlusIcon } from '../../../ui/icons/chat-icons.tsx';
import { useFoundContacts } from '../../contacts/found-contacts.data.ts';
import styles from './Dialogs.module.css';
import type { NewTicketContact } from './new-ticket.data.ts';
import { newTicketMessages } from './new-ticket.messages.ts';

type ContactFieldProps = {
  contact: NewTicketContact | undefined;
  words: string;
  onWords: (words: string) => void;
  onChoose: (contact: NewTicketContact | undefined) => void;
  /** Nobody of that name: make one. */
  onAdd: (words: string) => void;
  error: string | undefined;
};
type Option = { kind: 'known'; contact: NewTicketContact } | { kind: 'new' };

/** Finds a contact by name or number, and offers to add one that is not there. */
export function ContactField({ contact, words, onWords, onChoose, onAdd, error }: ContactFieldProps) {
  const text = useMessages(newTicketMessages);
  const common = useMessages(commonMessages);
  const { contacts, isNothing } = useFoundContacts(contact ? '' : words);
  const known = contacts.map((found): Option => ({ kind: 'known', contact: found }));
  const options: Option[] = contact ? [] : isNothing ? [{ kind: 'new' }] : known;
  return (
    <Combobox
      label={common('contact')}
      hint={text('contactHint')}
      error={error}
      words={words}
      onWords={(next) => {
        onWords(next);
        if (contact) onChoose(undefined);
      }}
      options={options}
      keyOf={(option) => (option.kind === 'new' ? 'new' : option.contact.id)}
      onChoose={(option) => (option.kind === 'new' ? onAdd(words.trim()) : onChoose(option.contact))}
      render={(option) =>
        option.kind === 'new' ? (
          <>
            <PlusIcon size={16} />
            {text('addContact', { x: words.trim() })}
          </>
        ) : (
          <>
            <Avatar name={option.contact.name} picture={option.contact.profilePicUrl} size={28} />
            <span className={styles.two}>
              <span>{option.contact.name}</span>
              <small className={styles.quiet}>{formatPhone(option.contact.number)}</small>
            </span>
          </>
        )
      }
      status={isNothing && !contact ? text('nobody') : undefined}
    />
  );
}
