import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonKind = 'primary' | 'tonal' | 'secondary' | 'ghost' | 'danger';
export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  kind?: ButtonKind;
  /** Work is under way: a spinner is shown and a second click does nothing. */
  busy?: boolean;
  icon?: ReactNode;
  /** As wide as its container. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  kind = 'secondary',
  busy = false,
  icon,
  wide = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(styles.button, styles[kind], wide && styles.wide)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
