import type { ReactNode } from 'react';
import { fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Checkbox } from './Checkbox.tsx';
import styles from './Field.module.css';

type CheckboxGroupProps<V> = {
  label: string;
  /** Not yet loaded without. */
  options: readonly { value: V; label: ReactNode }[] | undefined;
  /** Said when there is nothing to choose. */
  none: string;
  /** In the order of choosing. */
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** The key of a field text, or a text. */
  error?: string | undefined;
};

/** Several of a few things. */
export function CheckboxGroup<V extends string | number>({ label, options, none, value: chosen, onChange, error }: CheckboxGroupProps<V>) {
  const text = useMessages(fieldMessages);
  const isKey = (key: string): key is keyof typeof fieldMessages.pt => Object.hasOwn(fieldMessages.pt, key);
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {options?.length === 0 && <p className={styles.hint}>{none}</p>}
      {options?.map(({ value, label: name }) => (
        <Checkbox
          key={value}
          label={name}
          checked={chosen.includes(value)}
          onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value))}
        />
      ))}
      {error && (
        <span role="alert" className={styles.error}>
          {isKey(error) ? text(error) : error}
        </span>
      )}
    </fieldset>
  );
}
