import { useSection } from '../platform/browser/navigation.ts';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import { Card } from '../ui/page/Page.tsx';
import { Skeleton, SkeletonRows, useDelayed } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './PageSkeleton.module.css';

/** Skeleton of the current page while its code loads, so that nothing jumps. */
export function PageSkeleton() {
  if (useSection() === '/tickets') return <TicketsOutline />;
  return (
    <div className={styles.page}>
      <div className={styles.title} />
      <Card>
        <SkeletonRows />
      </Card>
    </div>
  );
}

const skeletonRows = [0, 1, 2, 3, 4, 5];

function TicketsOutline() {
  const text = useMessages(commonMessages);
  const late = useDelayed();
  return (
    <div className={styles.panes} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      <div className={styles.list}>
        {late &&
          skeletonRows.map((row) => (
            <div key={row} className={styles.ticket}>
              <Skeleton width={40} height={40} round />
              <span>
                <Skeleton width={`${55 - (row % 3) * 8}%`} />
                <Skeleton width={`${85 - (row % 4) * 10}%`} height={12} />
                <Skeleton width="40%" height={12} />
              </span>
            </div>
          ))}
      </div>
    </div>
  );
}
