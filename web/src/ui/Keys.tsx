import { Fragment } from 'react';
import styles from './Keys.module.css';

const joiner = '+';

/** Keys as they are printed on a keyboard: pressed together where joined, one after the other otherwise. */
export function Keys({ keys, together = false }: { keys: readonly string[]; together?: boolean }) {
  return (
    <span className={styles.keys}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {together && index > 0 && <span className={styles.joiner}>{joiner}</span>}
          <kbd className={styles.key}>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
