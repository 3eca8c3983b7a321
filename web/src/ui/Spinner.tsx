import styles from './Spinner.module.css';

/** Decorative: whatever it sits in says what is going on. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />;
}
