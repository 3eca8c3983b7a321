import type { Ref, TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

export type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'className' | 'id'> & {
    value: string;
    onChange: (value: string) => void;
    ref?: Ref<HTMLTextAreaElement>;
  };

export function TextArea({ label, error, hint, labelHidden = false, value, onChange, rows = 3, ...rest }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} labelHidden={labelHidden}>
      {(wiring) => (
        <textarea
          {...rest}
          {...wiring}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={styles.area}
        />
      )}
    </FieldFrame>
  );
}
