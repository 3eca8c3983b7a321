import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Nothing here, why, and the next step. */
export function EmptyState({ title, body, action, icon }: { title: string; body?: ReactNode; action?: ReactNode; icon?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <p className={styles['title']}>{title}</p>
      {body && <p className={styles['body']}>{body}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
