import type { ReactNode } from 'react';
import styles from './ListTable.module.css';

/** The name that leads a row, with a picture or a mark before it and what else is to be seen at a glance behind it. */
export function NameCell({ mark, name, children }: { mark: ReactNode; name: string; children?: ReactNode }) {
  return (
    <span className={styles.nameCell}>
      {mark}
      <span className={styles.name} title={name}>
        {name}
      </span>
      {children}
    </span>
  );
}
