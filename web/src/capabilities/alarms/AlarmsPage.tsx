import type { Alarm } from '@prosa/contracts/alarms';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon, RefreshIcon } from '../../ui/icons/icons.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useAlarms, useRetryAlarm } from './alarms.data.ts';
import { alarmsMessages } from './alarms.messages.ts';

/** What needs a person of the platform, of all companies. */
export function AlarmsPage() {
  const text = useMessages(alarmsMessages);
  const common = useMessages(commonMessages);
  const columns = useColumns();
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAlarms();
  const alarms = data?.pages.flatMap((page) => page.alarms) ?? [];
  return (
    <Page title={text('title')} count={data?.pages.at(-1)?.count}>
      {isPending && (
        <Card>
          <SkeletonRows />
        </Card>
      )}
      {isError && !data && (
        <Card>
          <EmptyState title={common('listFailed')} action={<Button onClick={() => void refetch()}>{common('tryAgain')}</Button>} />
        </Card>
      )}
      {data && alarms.length === 0 && (
        <Card>
          <EmptyState icon={<CheckIcon />} title={text('noneTitle')} body={text('noneBody')} />
        </Card>
      )}
      {alarms.length > 0 && <Table caption={text('title')} columns={columns} rows={alarms} rowKey={({ id }) => id} />}
      {hasNextPage && (
        <Button wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('loadMore')}
        </Button>
      )}
    </Page>
  );
}

function useColumns(): Column<Alarm>[] {
  const text = useMessages(alarmsMessages);
  return [
    { key: 'company', header: text('company'), leads: true, cell: ({ company }) => `${company.name} (${company.id})` },
    { key: 'what', header: text('what'), cell: ({ what }) => text(what) },
    { key: 'connection', header: text('connection'), width: 96, cell: ({ whatsappId }) => whatsappId },
    { key: 'when', header: text('when'), width: 150, cell: ({ raisedAt }) => formatDateTime(raisedAt) },
    { key: 'attempts', header: text('attempts'), width: 96, align: 'end', cell: ({ attempts }) => attempts },
    { key: 'code', header: text('code'), width: 130, cell: ({ code }) => <code>{code}</code> },
    { key: 'retry', header: text('actions'), width: 170, align: 'end', actions: true, cell: (alarm) => <Retry alarm={alarm} /> },
  ];
}

function Retry({ alarm: { id, company, retriedAt } }: { alarm: Alarm }) {
  const text = useMessages(alarmsMessages);
  const toast = useToast();
  const retry = useRetryAlarm();
  const busy = retry.isPending || retriedAt !== null;
  return (
    <Button
      icon={<RefreshIcon />}
      busy={busy}
      aria-label={text('retryNamed', { company: company.name, id })}
      onClick={() => retry.mutate(id, { onSuccess: () => toast.info(text('retried')) })}
    >
      {text(busy ? 'retrying' : 'retry')}
    </Button>
  );
}
