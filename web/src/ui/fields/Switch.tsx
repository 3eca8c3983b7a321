import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './Field.module.css';

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'checked' | 'onChange' | 'className' | 'type'> & {
  label: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
};

export function Switch({ label, on, onChange, ...rest }: SwitchProps) {
  return (
    <label className={styles.choice}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        className={styles.switch}
      />
      {label}
    </label>
  );
}
