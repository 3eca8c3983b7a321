import type { TicketStatus } from '@prosa/contracts/tickets';
import { useId, useRef, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ChatIcon, CheckIcon } from '../../ui/icons.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useConnections } from '../connections/connections.data.ts';
import { QueueFilter } from './QueueFilter.tsx';
import { TabBar } from './TabBar.tsx';
import { type ListHandle, TicketListView } from './TicketListView.tsx';
import styles from './TicketManager.module.css';
import { useTicketList } from './tickets.data.ts';
import { ticketsMessages } from './tickets.messages.ts';
import { useListKeys } from './useListKeys.ts';
import { useTicketDeeds } from './useTicketDeeds.ts';
import { useTicketFilters } from './useTicketFilters.ts';

/** The lists of tickets on the left: which to work on next. */
export function TicketManager({ selectedUuid }: { selectedUuid: string | undefined }) {
  const text = useMessages(ticketsMessages);
  const panelId = useId();
  const root = useRef<HTMLElement>(null);
  const handle = useRef<ListHandle>(null);
  const [status, setStatus] = useState<TicketStatus>('open');
  const filters = useTicketFilters();
  const connections = useConnections();
  const deeds = useTicketDeeds();
  const lists = {
    open: useTicketList(filters.filter('open'), filters.ready),
    pending: useTicketList(filters.filter('pending'), filters.ready),
    closed: useTicketList(filters.filter('closed'), filters.ready && status === 'closed'),
  };
  const names = { open: text('assigned'), pending: text('pending'), closed: text('closed') };

  useListKeys(root, {
    onMove: (step) => handle.current?.move(step),
    onTab: setStatus,
    onAccept: () => {
      const ticket = handle.current?.focused();
      if (ticket?.status === 'pending') void deeds.accept(ticket);
    },
  });

  return (
    <section ref={root} className={styles.manager} aria-label={text('title')}>
      <Head
        status={status}
        onChoose={setStatus}
        panelId={panelId}
        filters={filters}
        counts={{ open: lists.open.data?.count, pending: lists.pending.data?.count }}
      />
      <div id={panelId} role="tabpanel" aria-label={names[status]} className={styles.panel}>
        <TicketListView
          key={status}
          ref={handle}
          label={names[status]}
          list={lists[status]}
          selectedUuid={selectedUuid}
          showConnection={(connections.data?.length ?? 0) > 1}
          empty={<Empty status={status} onSeePending={() => setStatus('pending')} />}
          onAccept={(ticket) => void deeds.accept(ticket)}
        />
      </div>
    </section>
  );
}

type HeadProps = {
  status: TicketStatus;
  onChoose: (status: TicketStatus) => void;
  panelId: string;
  filters: ReturnType<typeof useTicketFilters>;
  counts: { open: number | undefined; pending: number | undefined };
};

/** Which list, and what it is narrowed to. */
function Head({ status, onChoose, panelId, filters, counts }: HeadProps) {
  const text = useMessages(ticketsMessages);
  return (
    <>
      <TabBar
        label={text('lists')}
        className={styles.tabs}
        panelId={panelId}
        chosen={status === 'closed' ? 'closed' : 'open'}
        onChoose={onChoose}
        tabs={[
          { name: 'open', content: text('open') },
          { name: 'closed', content: text('closed') },
        ]}
      />
      <div className={styles.tools}>
        <QueueFilter queues={filters.queues} chosen={filters.queueIds} onChoose={filters.chooseQueues} />
        {filters.mayShowAll && (
          <span className={styles.all}>
            <Switch label={text('all')} on={filters.showAll} onChange={filters.setShowAll} />
          </span>
        )}
      </div>
      {status !== 'closed' && (
        <TabBar
          label={text('openLists')}
          className={styles.lists}
          panelId={panelId}
          chosen={status}
          onChoose={onChoose}
          tabs={[
            { name: 'open', content: <Counted name={text('assigned')} count={counts.open} /> },
            { name: 'pending', content: <Counted name={text('pending')} count={counts.pending} urgent /> },
          ]}
        />
      )}
    </>
  );
}

function Counted({ name, count, urgent = false }: { name: string; count: number | undefined; urgent?: boolean }) {
  return (
    <>
      {name}
      {count !== undefined && (
        <span className={styles.count} data-urgent={(urgent && count > 0) || undefined}>
          {count}
        </span>
      )}
    </>
  );
}

function Empty({ status, onSeePending }: { status: TicketStatus; onSeePending: () => void }) {
  const text = useMessages(ticketsMessages);
  if (status === 'pending') return <EmptyState icon={<CheckIcon />} title={text('nonePending')} body={text('noCustomer')} />;
  if (status === 'closed') return <EmptyState icon={<ChatIcon />} title={text('noneClosed')} body={text('noneClosedHint')} />;
  return (
    <EmptyState
      icon={<ChatIcon />}
      title={text('noneAssigned')}
      body={text('takeNext')}
      action={<Button onClick={onSeePending}>{text('seePending')}</Button>}
    />
  );
}
