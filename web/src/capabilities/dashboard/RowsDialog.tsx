import type { DashboardRow } from '@prosa/contracts/dashboard';
import { Link } from 'wouter';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime, formatNumber } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Dashboard.module.css';
import type { Shown } from './DashboardPage.tsx';
import { type Period, useRows } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { spokenMinutes } from './filter.ts';
import { Stars } from './Stars.tsx';

type RowsDialogProps = { period: Period; shown: Shown; onClose: () => void };

/** The tickets behind one figure, each a link to it. */
export function RowsDialog({ period, shown: { label, ...opened }, onClose }: RowsDialogProps) {
  const text = useMessages(dashboardMessages);
  const common = useMessages(commonMessages);
  const rows = useRows(period, opened);
  const count = rows.data?.pages[0]?.count;
  const tickets = rows.data?.pages.flatMap((page) => page.tickets) ?? [];
  return (
    <Dialog wide title={count === undefined ? label : text('rowsTitle', { label, n: formatNumber(count) })} onClose={onClose}>
      {rows.isPending && <SkeletonRows rows={5} height={56} />}
      {rows.isError && (
        <div role="alert">
          <EmptyState title={common('listFailed')} action={<Button onClick={() => void rows.refetch()}>{common('tryAgain')}</Button>} />
        </div>
      )}
      {count === 0 && <EmptyState title={text('rowsNone')} />}
      {tickets.length > 0 && (
        <ul className={styles.rows}>
          {tickets.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
      {rows.hasNextPage && (
        <div className={styles.more}>
          <Button busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            {text('more')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Row({ ticket: { uuid, code, contact, status, queue, user, at, minutes, rating } }: { ticket: DashboardRow }) {
  const text = useMessages(dashboardMessages);
  const about = [queue?.name ?? text('noQueue'), ...(user ? [user.name] : []), text(status)];
  return (
    <li>
      <Link href={`/tickets/${uuid}`} className={styles.ticket}>
        <Avatar name={contact.name} size={32} />
        <span className={styles.words}>
          <strong title={contact.name}>{contact.name}</strong>
          <span className={styles.about} title={about.join(' · ')}>
            {code} · {about.join(' · ')}
          </span>
        </span>
        <span className={styles.when}>
          {minutes !== null && <strong>{spokenMinutes(minutes)}</strong>}
          {rating !== null && <Stars rating={rating} />}
          <span className={styles.about}>{formatDateTime(at)}</span>
        </span>
      </Link>
    </li>
  );
}
