import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { QueueFilter } from '../queues/QueueFilter.tsx';
import type { useTicketFilters } from './search/useTicketFilters.ts';
import { TabBar } from './TabBar.tsx';
import styles from './TicketManager.module.css';
import { ticketsMessages } from './tickets.messages.ts';

/** The selected list: open, pending, closed or search. */
export type ManagerTab = 'open' | 'pending' | 'closed' | 'search';

type ManagerHeadProps = {
  tab: ManagerTab;
  onChoose: (tab: ManagerTab, byHand: boolean) => void;
  panelId: string;
  filters: ReturnType<typeof useTicketFilters>;
  counts: { open: number | undefined; pending: number | undefined };
  onNew: () => void;
};

/** Which list, and what it is narrowed to. */
export function ManagerHead({ tab, onChoose, panelId, filters, counts, onNew }: ManagerHeadProps) {
  const text = useMessages(ticketsMessages);
  return (
    <>
      <TabBar
        label={text('lists')}
        className={styles.tabs}
        panelId={panelId}
        chosen={tab === 'pending' ? 'open' : tab}
        onChoose={onChoose}
        tabs={[
          { name: 'open', content: text('open') },
          { name: 'closed', content: text('closed') },
          { name: 'search', content: text('search') },
        ]}
      />
      <div className={styles.tools}>
        <Button kind="primary" onClick={onNew}>
          {text('new')}
        </Button>
        <QueueFilter queues={filters.queues} chosen={filters.queueIds} onChoose={filters.chooseQueues} />
        {filters.mayShowAll && tab !== 'search' && (
          <span className={styles.all}>
            <Switch label={text('all')} on={filters.showAll} onChange={filters.setShowAll} />
          </span>
        )}
      </div>
      {(tab === 'open' || tab === 'pending') && (
        <TabBar
          label={text('openLists')}
          className={styles.lists}
          panelId={panelId}
          chosen={tab}
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
