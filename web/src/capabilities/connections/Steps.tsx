import styles from './Steps.module.css';

/** What to do on the phone, in order. */
export function Steps({ words }: { words: readonly string[] }) {
  return (
    <ol className={styles.steps}>
      {words.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
