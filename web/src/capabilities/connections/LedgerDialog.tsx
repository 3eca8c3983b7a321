import type { Connection, LedgerRecord } from '@prosa/contracts/connections';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { HistoryIcon } from '../../ui/icons/icons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Ledger.module.css';
import { useLedger } from './ledger.data.ts';
import { ledgerMessages, reasonMessages } from './ledger.messages.ts';

const tones: Record<LedgerRecord['what'], StatusTone> = { connected: 'success', recovered: 'success', lost: 'warning', ended: 'danger' };

/** What happened to a connection: when it was lost and why, when it came back and with what. */
export function LedgerDialog({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) {
  const text = useMessages(ledgerMessages);
  const common = useMessages(commonMessages);
  const ledger = useLedger(id);
  const records = ledger.data?.pages.flatMap((page) => page.records);
  const retry = <Button onClick={() => void ledger.refetch()}>{common('tryAgain')}</Button>;
  return (
    <Dialog title={text('title', { name })} wide onClose={onClose} footer={<CloseButton />}>
      {!records && !ledger.isError && <SkeletonRows />}
      {!records && ledger.isError && (
        <div role="alert">
          <EmptyState title={text('failed')} action={retry} />
        </div>
      )}
      {records?.length === 0 && <EmptyState icon={<HistoryIcon />} title={text('none')} body={text('noneBody')} />}
      {records && records.length > 0 && (
        <ol className={styles.line}>
          {records.map((record, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own, and lines only come on top
            <Line key={records.length - place} record={record} />
          ))}
        </ol>
      )}
      {ledger.hasNextPage && (
        <Button kind="ghost" busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          {text('more')}
        </Button>
      )}
    </Dialog>
  );
}

function Line({ record: { at, what, why, replayed, unreadable } }: { record: LedgerRecord }) {
  const text = useMessages(ledgerMessages);
  const reasons = useMessages(reasonMessages);
  return (
    <li>
      <time dateTime={at}>{formatDateTime(at)}</time>
      <StatusPill tone={tones[what]}>{text(what)}</StatusPill>
      {why && (
        <p>
          {reasons(why)}. <span className={styles.advice}>{reasons(`${why}_do`)}</span>
        </p>
      )}
      {replayed > 0 && <p>{text(replayed === 1 ? 'replayedOne' : 'replayed', { n: replayed })}.</p>}
      {unreadable > 0 && <p className={styles.unreadable}>{text(unreadable === 1 ? 'unreadableOne' : 'unreadable', { n: unreadable })}</p>}
    </li>
  );
}
