import type { ReactNode } from 'react';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import styles from './Page.module.css';

type PageProps = {
  title: string;
  /** A live figure beside the title. */
  count?: ReactNode;
  /** What can be done here, at the right. */
  actions?: ReactNode;
  /** The main action of the page: last in the header, at the foot of a narrow screen. */
  primary?: ReactNode;
  children: ReactNode;
};

/** An ordinary page: title and actions above, its content below. */
export function Page({ title, count, actions, primary, children }: PageProps) {
  const narrow = useMedia(narrowScreen);
  const inHeader = !narrow && primary;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {(actions || inHeader) && (
          <div className={styles.actions}>
            {actions}
            {inHeader}
          </div>
        )}
      </header>
      {children}
      {narrow && primary && <footer className={styles.foot}>{primary}</footer>}
    </div>
  );
}

/** A surface with a line around it. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}
