import type { ReactNode } from 'react';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import styles from './Banner.module.css';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons/icons.tsx';

type BannerProps = {
  tone?: 'warning' | 'danger' | 'info' | 'success';
  children: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  /** Rounded, inside a card or form, instead of across a region. */
  inset?: boolean;
  /** Interrupts the reader instead of waiting for a pause. */
  urgent?: boolean;
};

/** A standing notice of a region. */
export function Banner({ tone = 'warning', children, icon, action, onDismiss, inset = false, urgent = false }: BannerProps) {
  const text = useMessages(commonMessages);
  return (
    <div role={urgent ? 'alert' : 'status'} className={classes(styles.banner, styles[tone], inset && styles.inset)}>
      {icon}
      <span className={styles.text}>{children}</span>
      {action}
      {onDismiss && (
        <IconButton label={text('dismiss')} onClick={onDismiss}>
          <CloseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}
