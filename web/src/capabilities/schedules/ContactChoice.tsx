import type { Contact } from '@prosa/contracts/contacts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { useFoundContacts } from '../contacts/found-contacts.data.ts';
import styles from './Schedules.module.css';
import { schedulesMessages } from './schedules.messages.ts';

export type ScheduleContact = Pick<Contact, 'id' | 'name' | 'number'>;

type ContactChoiceProps = {
  contact: ScheduleContact | undefined;
  words: string;
  onWords: (words: string) => void;
  onChoose: (contact: ScheduleContact | undefined) => void;
  error: string | undefined;
};

/** Whom a schedule is for, found by name or number. */
export function ContactChoice({ contact, words, onWords, onChoose, error }: ContactChoiceProps) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const { contacts, isNothing } = useFoundContacts(contact ? '' : words);
  return (
    <Combobox
      label={common('contact')}
      hint={contact ? formatPhone(contact.number) : text('contactHint')}
      error={error}
      words={words}
      onWords={(next) => {
        onWords(next);
        if (contact) onChoose(undefined);
      }}
      options={contact ? [] : contacts}
      keyOf={({ id }) => id}
      onChoose={onChoose}
      render={({ name, number, profilePicUrl }) => (
        <>
          <Avatar name={name} picture={profilePicUrl} size={28} />
          <span className={styles.person}>
            <span>{name}</span>
            <small>{formatPhone(number)}</small>
          </span>
        </>
      )}
      status={isNothing && !contact ? text('nobody') : undefined}
    />
  );
}
