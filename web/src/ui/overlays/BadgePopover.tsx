import type { ReactNode } from 'react';
import { Badge } from '../Badge.tsx';
import { IconButton } from '../IconButton.tsx';
import styles from './BadgePopover.module.css';
import { Popover } from './Popover.tsx';

type BadgePopoverProps = {
  title: string;
  icon: ReactNode;
  count: number;
  /** How many there are, in words: «3 não lidas». */
  counted: string;
  children: (close: () => void) => ReactNode;
};

/** A button of the top bar with the number of what is unread, and the panel that shows it. */
export function BadgePopover({ title, icon, count, counted, children }: BadgePopoverProps) {
  return (
    <Popover
      align="end"
      label={title}
      trigger={(props) => (
        <IconButton {...props} label={count > 0 ? `${title}: ${counted}` : title} badge={<Badge corner>{count}</Badge>}>
          {icon}
        </IconButton>
      )}
    >
      {(close) => (
        <div className={styles.panel}>
          <h2>{title}</h2>
          {children(close)}
        </div>
      )}
    </Popover>
  );
}
