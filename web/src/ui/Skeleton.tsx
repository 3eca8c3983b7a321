import { useEffect, useState } from 'react';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** One grey shape of the size of what will come. */
export function Skeleton({ width = '100%', height = 14, round = false }: { width?: number | string; height?: number; round?: boolean }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height, borderRadius: round ? '50%' : undefined }} />;
}

/** Rows to come. They wait 120 ms: what loads faster should not flicker. */
export function SkeletonRows({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  const text = useMessages(commonMessages);
  const late = useDelayed();
  return (
    <div role="status" className={styles.rows}>
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      {late &&
        Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <div key={index} className={styles.row} style={{ height }}>
            <Skeleton width={`${[62, 48, 70, 55][index % 4] ?? 60}%`} />
          </div>
        ))}
    </div>
  );
}

/** True once 120 ms have passed. */
export function useDelayed(milliseconds = 120): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return late;
}
