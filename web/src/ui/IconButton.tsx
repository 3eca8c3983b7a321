import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> & {
  label: string;
  /** A count or mark in the corner. */
  badge?: ReactNode;
  pressed?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is only a picture. Its label is its accessible name and its tooltip. */
export function IconButton({ label, badge, pressed, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button title={label} {...rest} type={type} aria-label={label} aria-pressed={pressed} className={styles.icon}>
      {children}
      {badge}
    </button>
  );
}
