import PlayIcon from 'lucide-react/icons/play';
import styles from './Helps.module.css';

/** Stands for a video until somebody opens it: drawn here, since its picture would have to be fetched from outside. */
export function VideoSign({ label }: { label?: string }) {
  return (
    <span className={styles.sign} aria-hidden={label === undefined || undefined}>
      <span className={styles.play}>
        <PlayIcon size={22} />
      </span>
      {label !== undefined && <code className={styles.code}>{label}</code>}
    </span>
  );
}
