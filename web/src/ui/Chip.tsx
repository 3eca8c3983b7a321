import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classes } from './classes.ts';

/** A small fact. A colour people chose is a dot beside neutral text, never behind it: square for a queue, round for a tag. */
export function Chip({ children, color, dot = 'square' }: { children: ReactNode; color?: string | undefined; dot?: 'square' | 'round' }) {
  return (
    <span className={styles.chip}>
      {color && <i aria-hidden="true" className={classes(styles.dot, styles[dot])} style={{ background: color }} />}
      <span className={styles.text} title={typeof children === 'string' ? children : undefined}>
        {children}
      </span>
    </span>
  );
}

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** The state of something, as a pill with a dot. */
export function StatusPill({ tone, children, title }: { tone: StatusTone; children: ReactNode; title?: string | undefined }) {
  return (
    <span className={classes(styles.pill, styles[tone])} title={title}>
      <i aria-hidden="true" className={styles.pillDot} />
      {children}
    </span>
  );
}
