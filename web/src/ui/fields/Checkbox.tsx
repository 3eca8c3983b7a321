import type { InputHTMLAttributes, ReactNode } from 'react';
import { CheckIcon } from '../icons/icons.tsx';
import styles from './Field.module.css';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'checked' | 'onChange' | 'className' | 'type'> & {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function Checkbox({ label, checked, onChange, ...rest }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.checkBox}>
        <input
          {...rest}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className={styles.checkbox}
        />
        <span className={styles.tick}>
          <CheckIcon size={12} />
        </span>
      </span>
      {label}
    </label>
  );
}
