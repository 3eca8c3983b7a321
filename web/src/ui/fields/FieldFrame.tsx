import { type ReactNode, useId } from 'react';
import { fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import styles from './Field.module.css';

export type FieldProps = {
  label: string;
  /** The key of a field text, or a text. */
  error?: string | undefined;
  hint?: ReactNode;
  /** The label is read, not seen. */
  labelHidden?: boolean;
};
type Wiring = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined };

/** Label above, help and complaint below, all tied to the control. */
export function FieldFrame({
  label,
  error,
  hint,
  labelHidden = false,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const text = useMessages(fieldMessages);
  const isKey = (key: string): key is keyof typeof fieldMessages.pt => Object.hasOwn(fieldMessages.pt, key);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles[labelHidden ? 'labelHidden' : 'label']}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <span id={`${id}-error`} role="alert" className={styles.error}>
          {isKey(error) ? text(error) : error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
