import { useMessages } from '../platform/language/messages.ts';
import { Logo } from '../ui/icons/Logo.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './Shell.module.css';
import { skeletonMessages } from './skeleton.messages.ts';

/** The shell's outline while the session is being restored: no blank page, no jump when the real one comes. */
export function ShellSkeleton() {
  const text = useMessages(skeletonMessages);
  return (
    <div className={styles.shell} data-rail={true} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      <div className={styles.side}>
        <div className={styles.brand}>
          <Logo />
        </div>
      </div>
      <div className={styles.top}>
        <Skeleton width={220} />
      </div>
    </div>
  );
}
