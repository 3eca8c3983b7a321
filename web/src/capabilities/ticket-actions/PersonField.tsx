import type { User } from '@prosa/contracts/users';
import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import styles from './PersonField.module.css';
import { useFoundUsers } from './transfer.data.ts';
import { transferMessages } from './transfer.messages.ts';

/** Finds a colleague by name; a dot says who is there. */
export function PersonField({ person, onChoose }: { person: User | undefined; onChoose: (person: User | undefined) => void }) {
  const text = useMessages(transferMessages);
  const [words, setWords] = useState('');
  const { users, isNobody } = useFoundUsers(person ? '' : words);
  const choose = (next: User) => {
    setWords(next.name);
    onChoose(next);
  };
  return (
    <Combobox
      label={text('user')}
      hint={text('userHint')}
      words={words}
      onWords={(next) => {
        setWords(next);
        if (person) onChoose(undefined);
      }}
      options={person ? [] : users}
      keyOf={({ id }) => id}
      onChoose={choose}
      render={({ name, online }) => (
        <>
          <i className={styles.presence} data-online={online || undefined} aria-hidden="true" />
          <span className={styles.grow} title={name}>
            {name}
          </span>
          <small className={styles.quiet}>{text(online ? 'online' : 'offline')}</small>
        </>
      )}
      status={isNobody ? text('nobody') : undefined}
    />
  );
}
