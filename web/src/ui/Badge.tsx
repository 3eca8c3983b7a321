import styles from './Badge.module.css';
import { classes } from './classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type BadgeProps = {
  /** A number, or a mark such as «!». Nothing is shown for 0. */
  children: number | string;
  tone?: 'unread' | 'pending' | 'neutral';
  /** What the number or mark means, for who can not see where it sits. */
  label?: string;
  /** In the corner of what it belongs to. */
  corner?: boolean;
};

export function Badge({ children, tone = 'unread', label, corner = false }: BadgeProps) {
  if (children === 0) return null;
  const shown = typeof children === 'number' && children > 99 ? '99+' : children;
  return (
    <span className={classes(styles.badge, styles[tone], corner && styles.corner)}>
      <span aria-hidden={label ? true : undefined}>{shown}</span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
