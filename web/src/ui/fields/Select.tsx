import type { Ref, SelectHTMLAttributes } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';
import styles from './Field.module.css';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type SelectProps<V extends string> = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'className' | 'id' | 'children'> & {
    value: V | '';
    onChange: (value: V) => void;
    options: readonly { value: V; label: string; disabled?: boolean }[];
    /** Shown while nothing is chosen. */
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  };

export function Select<V extends string>({
  label,
  error,
  hint,
  labelHidden = false,
  value,
  onChange,
  options,
  placeholder,
  ...rest
}: SelectProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <FieldFrame label={label} error={error} hint={hint} labelHidden={labelHidden}>
      {(wiring) => (
        <span className={styles.selectBox}>
          <select {...wiring} {...rest} value={value} onChange={(event) => choose(event.target.value)} className={styles.select}>
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={16} />
        </span>
      )}
    </FieldFrame>
  );
}
