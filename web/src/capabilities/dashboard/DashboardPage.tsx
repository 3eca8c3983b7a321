import { can } from '@prosa/contracts/permissions';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { dayOf } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { AttendantsTable } from './AttendantsTable.tsx';
import styles from './Dashboard.module.css';
import { DueDateCard } from './DueDateCard.tsx';
import { type Opened, type Period, useDashboard } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { FigureCards } from './FigureCards.tsx';
import { FilterBar } from './FilterBar.tsx';
import { initialFilter, periodFrom } from './filter.ts';
import { RowsDialog } from './RowsDialog.tsx';
import { TodayCard } from './TodayCard.tsx';

/** What is opened over the page: a figure, and what it is called there. */
export type Shown = Opened & { label: string };
/** One part of the page: its data, or that it is loading or failed. */
export type Part<T> = { data: T | undefined; failed: boolean; retry: () => void };

/** Today's load and the team's figures at a glance; each figure opens the tickets behind it. */
export function DashboardPage() {
  const text = useMessages(dashboardMessages);
  const common = useMessages(commonMessages);
  const { user } = useSession();
  const [filter] = useState(() => initialFilter(dayOf(new Date())));
  const [period, setPeriod] = useState<Period>(() => initialPeriod(dayOf(new Date())));
  const [opened, setOpened] = useState<Shown>();
  const dashboard = useDashboard(period);
  const retry = () => void dashboard.refetch();
  const { data } = dashboard;
  const part = <T,>(of: T | undefined): Part<T> => ({ data: of, failed: dashboard.isError, retry });
  // Invoices are the admins' business.
  const paysHere = can(user, 'drawer-admin-items:view');
  return (
    <Page title={text('title')}>
      <div className={styles.grid}>
        {data && dashboard.isError && (
          <div className={styles.whole}>
            <Banner tone="danger" inset urgent action={<Button onClick={retry}>{common('tryAgain')}</Button>}>
              {text('stale')}
            </Banner>
          </div>
        )}
        {paysHere && <DueDateCard />}
        <TodayCard part={part(data?.today)} wide={!paysHere} onOpen={setOpened} />
        <FilterBar initial={filter} busy={dashboard.isPlaceholderData} onApply={setPeriod} />
        <FigureCards part={part(data?.counters)} period={period} fading={dashboard.isPlaceholderData} onOpen={setOpened} />
        <AttendantsTable part={part(data?.attendants)} fading={dashboard.isPlaceholderData} onOpen={setOpened} />
      </div>
      {opened && <RowsDialog period={period} shown={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function initialPeriod(today: string): Period {
  const read = periodFrom(initialFilter(today));
  return 'period' in read ? read.period : { days: 30 };
}
