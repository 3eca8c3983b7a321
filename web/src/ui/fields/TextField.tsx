import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.ts';
import styles from './Field.module.css';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'className' | 'id'> & {
    value: string;
    onChange: (value: string) => void;
    leading?: ReactNode;
    /** A small control inside the field's end, such as show or copy. */
    trailing?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

export function TextField({
  label,
  error,
  hint,
  labelHidden = false,
  value,
  onChange,
  leading,
  trailing,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} labelHidden={labelHidden}>
      {(wiring) => (
        <span className={styles.affixBox}>
          {leading && <span className={styles.leading}>{leading}</span>}
          <input
            {...rest}
            {...wiring}
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classes(styles.control, Boolean(leading) && styles.withLeading, Boolean(trailing) && styles.withTrailing)}
          />
          {trailing && <span className={styles.trailing}>{trailing}</span>}
        </span>
      )}
    </FieldFrame>
  );
}
