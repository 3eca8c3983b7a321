import type { Dashboard } from '@prosa/contracts/dashboard';
import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Dashboard.module.css';
import type { Part, Shown } from './DashboardPage.tsx';
import { dashboardMessages } from './dashboard.messages.ts';
import { HoursChart } from './HoursChart.tsx';
import { PartState } from './PartState.tsx';

type Today = Dashboard['today'];
type TodayCardProps = { part: Part<Today>; wide: boolean; onOpen: (shown: Shown) => void };

/** How many tickets were made today, hour by hour: as a chart, and as a table beside it for who wants one. */
export function TodayCard({ part, wide, onOpen }: TodayCardProps) {
  const text = useMessages(dashboardMessages);
  const [asTable, setAsTable] = useState(false);
  const count = part.data?.count;
  const openHour = (hour: string) => onOpen({ figure: 'today', hour, label: text('ofPerson', { label: text('today'), name: hour }) });
  return (
    <section className={classes(styles.card, wide ? styles.whole : styles.today)} aria-labelledby="dashboard-today">
      <header className={styles.head}>
        <h2 id="dashboard-today">
          {text('todayTitle')}
          {count !== undefined && ': '}
          {count !== undefined && count > 0 ? (
            <button
              type="button"
              className={styles.count}
              aria-label={text('openFigure', { label: text('today'), value: count })}
              onClick={() => onOpen({ figure: 'today', label: text('today') })}
            >
              {count}
            </button>
          ) : (
            count
          )}
        </h2>
        <Button kind={asTable ? 'secondary' : 'ghost'} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {text('viewTable')}
        </Button>
      </header>
      <PartState part={part} skeleton={<Skeleton height={188} />}>
        {(today) => (
          <div className={classes(styles.hours, asTable && styles.withTable)}>
            <HoursChart today={today} onOpen={openHour} />
            {asTable && <HoursTable today={today} />}
            {today.count === 0 && <p className={styles.none}>{text('noneToday')}</p>}
          </div>
        )}
      </PartState>
    </section>
  );
}

function HoursTable({ today: { hours } }: { today: Today }) {
  const text = useMessages(dashboardMessages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.hoursTable} tabIndex={0} aria-label={text('todayTitle')}>
      <table>
        <thead className={styles.hourHead}>
          <tr>
            <th scope="col">{text('hour')}</th>
            <th scope="col">{text('tickets')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, count }) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
