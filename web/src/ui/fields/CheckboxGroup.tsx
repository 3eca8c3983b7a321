import type { ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import styles from './Field.module.css';

type CheckboxGroupProps = {
  label: string;
  /** Not yet loaded without. */
  options: readonly { value: number; label: ReactNode }[] | undefined;
  /** Said when there is nothing to choose. */
  none: string;
  /** In the order of choosing. */
  value: readonly number[];
  onChange: (value: number[]) => void;
};

/** Several of a few things. */
export function CheckboxGroup({ label, options, none, value: chosen, onChange }: CheckboxGroupProps) {
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
    </fieldset>
  );
}
