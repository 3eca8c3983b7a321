import type { Webhook, WebhookDelivery } from '@prosa/contracts/webhooks';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { HistoryIcon, RefreshIcon } from '../../ui/icons/icons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Webhooks.module.css';
import { useDeliveries, useReplay } from './webhooks.data.ts';
import { webhooksMessages } from './webhooks.messages.ts';

const tones: Record<WebhookDelivery['state'], StatusTone> = { waiting: 'warning', delivered: 'success', failed: 'danger' };

/** What was sent to a receiver and what it answered; anything can be sent again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = useMessages(webhooksMessages);
  const common = useMessages(commonMessages);
  const log = useDeliveries(webhook.id);
  const records = log.data?.pages.flatMap((page) => page.records);
  return (
    <Dialog title={text('deliveriesNamed', { name: webhook.name })} wide onClose={onClose} footer={<CloseButton />}>
      {!records && !log.isError && <SkeletonRows />}
      {!records && log.isError && (
        <div role="alert">
          <EmptyState title={common('listFailed')} action={<Button onClick={() => void log.refetch()}>{common('tryAgain')}</Button>} />
        </div>
      )}
      {records?.length === 0 && <EmptyState icon={<HistoryIcon />} title={text('noDeliveries')} body={text('noDeliveriesBody')} />}
      {records && records.length > 0 && (
        <>
          <p className={styles.kept}>{text('kept')}</p>
          <ul className={styles.deliveries}>
            {records.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} mayReplay={webhook.active} />
            ))}
          </ul>
        </>
      )}
      {log.hasNextPage && (
        <Button kind="ghost" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {text('older')}
        </Button>
      )}
    </Dialog>
  );
}

function Delivery({ delivery, mayReplay }: { delivery: WebhookDelivery; mayReplay: boolean }) {
  const text = useMessages(webhooksMessages);
  const toast = useToast();
  const replay = useReplay(delivery.webhookId);
  const { id, event, state, createdAt } = delivery;
  const at = formatDateTime(createdAt);
  return (
    <li>
      <div className={styles.what}>
        <time dateTime={createdAt}>{at}</time>
        <strong title={event}>{text(event)}</strong>
      </div>
      <StatusPill tone={tones[state]}>{text(state === 'waiting' && delivery.attempts === 0 ? 'queued' : state)}</StatusPill>
      <p>{useOutcome(delivery)}</p>
      {mayReplay && (
        <Button
          icon={<RefreshIcon size={16} />}
          busy={replay.isPending}
          aria-label={text('replayNamed', { event: text(event), date: at })}
          onClick={() => replay.mutate(id, { onSuccess: () => toast.success(text('replayed')) })}
        >
          {text('replay')}
        </Button>
      )}
    </li>
  );
}

/** What the receiver answered, how often it was tried, and when it is tried next. */
function useOutcome({ attempts, status, error, milliseconds, nextAt }: WebhookDelivery): string {
  const text = useMessages(webhooksMessages);
  if (attempts === 0) return text('notTried');
  const answer = error ? text(`why_${error}`, { status: status ?? '' }) : text('answered', { status: status ?? '' });
  const took = !error && milliseconds !== null ? [text('took', { n: milliseconds })] : [];
  const tried = attempts > 1 ? [text('attempts', { n: attempts })] : [];
  const next = nextAt ? [text('next', { date: formatDateTime(nextAt) })] : [];
  return [answer, ...took, ...tried, ...next].join(' · ');
}
