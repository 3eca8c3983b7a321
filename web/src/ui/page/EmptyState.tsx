import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

type EmptyStateProps = {
  title: string;
  body?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** `h1` where this is all the page has to say. */
  heading?: 'h1' | 'p';
};

/** Nothing here, why, and the next step. */
export function EmptyState({ title, body, action, icon, heading: Title = 'p' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <Title className={styles.title}>{title}</Title>
      {body && <p className={styles.body}>{body}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
