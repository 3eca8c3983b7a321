import type { Ticket } from '@prosa/contracts/tickets';
import { useState } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { formatPhone } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import styles from './ForwardDialog.module.css';
import { keyOfTarget, type Target, useTargets } from './forwarding.data.ts';
import { forwardingMessages } from './forwarding.messages.ts';

type TargetFieldProps = {
  ticket: Ticket;
  targets: readonly Target[];
  onChange: (targets: readonly Target[]) => void;
  error: string | undefined;
};

/** Finds places one after the other; those chosen stand above and can be taken out again. */
export function TargetField({ ticket, targets, onChange, error }: TargetFieldProps) {
  const text = useMessages(forwardingMessages);
  const common = useMessages(commonMessages);
  const [words, setWords] = useState('');
  const found = useTargets(words, ticket);
  const options = found.targets.filter((option) => !targets.some(({ contactId }) => contactId === option.contactId));
  return (
    <>
      {targets.length > 0 && (
        <ul className={styles.chosen} aria-label={text('chosen')}>
          {targets.map((target) => (
            <li key={keyOfTarget(target)}>
              <span>{target.name}</span>
              <button
                type="button"
                aria-label={text('drop', { name: target.name })}
                onClick={() => onChange(targets.filter((each) => each !== target))}
              >
                <CloseIcon size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label={text('to')}
        hint={text('toHint')}
        error={error}
        words={words}
        onWords={setWords}
        options={options}
        keyOf={keyOfTarget}
        onChoose={(target) => {
          setWords('');
          onChange([...targets, target]);
        }}
        render={({ to, id, name, number, picture }) => (
          <>
            <Avatar name={name} picture={picture} size={28} />
            <span className={styles.two}>
              <span>{name}</span>
              <small>
                {to === 'ticket' ? text('openTicket', { id }) : common('contact')} · {formatPhone(number)}
              </small>
            </span>
          </>
        )}
        status={found.isNothing ? text('nothing') : undefined}
      />
    </>
  );
}
