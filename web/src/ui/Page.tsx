import type { ReactNode } from 'react';
import styles from './Page.module.css';

type PageProps = {
  title: string;
  /** A live figure beside the title. */
  count?: ReactNode;
  /** Search and the primary button, at the right. */
  actions?: ReactNode;
  children: ReactNode;
};

/** An ordinary page: title and actions above, its content below. */
export function Page({ title, count, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A surface with a line around it. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}
