import type { Dashboard } from '@prosa/contracts/dashboard';
import { formatDate, formatNumber } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Dashboard.module.css';
import type { Part, Shown } from './DashboardPage.tsx';
import type { Period } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { spokenMinutes } from './filter.ts';
import { PartState } from './PartState.tsx';

type Counters = Dashboard['counters'];
type FigureCardsProps = { part: Part<Counters>; period: Period; fading: boolean; onOpen: (shown: Shown) => void };

const figures = ['supportPending', 'supportHappening', 'supportFinished', 'leads', 'avgSupportTime', 'avgWaitTime'] as const;
type Figure = (typeof figures)[number];
const areNow: readonly Figure[] = ['supportPending', 'supportHappening'];
const areTimes: readonly Figure[] = ['avgSupportTime', 'avgWaitTime'];

/** The six figures; each is a button to the tickets behind it. */
export function FigureCards({ part, period, fading, onOpen }: FigureCardsProps) {
  const text = useMessages(dashboardMessages);
  const isEmpty = part.data !== undefined && figures.every((figure) => areNow.includes(figure) || part.data?.[figure] === 0);
  return (
    <section className={styles.whole} aria-labelledby="dashboard-figures">
      <header className={styles.head}>
        <h2 id="dashboard-figures">{text('figures')}</h2>
        <span className={styles.about}>{useSpoken(period)}</span>
      </header>
      <PartState part={part} skeleton={<CardSkeletons />}>
        {(counters) => (
          <ul className={classes(styles.figures, fading && styles.fading)}>
            {figures.map((figure) => (
              <li key={figure}>
                <FigureCard figure={figure} value={counters[figure]} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )}
      </PartState>
      {isEmpty && (
        <p className={styles.none} role="status">
          {text('nothing')}
        </p>
      )}
    </section>
  );
}

function FigureCard({ figure, value, onOpen }: { figure: Figure; value: number; onOpen: (shown: Shown) => void }) {
  const text = useMessages(dashboardMessages);
  const isTime = areTimes.includes(figure);
  const label = text(figure);
  const spoken = isTime ? spokenMinutes(value) : formatNumber(value);
  return (
    <button
      type="button"
      className={styles.figure}
      title={isTime ? text('exactMinutes', { n: formatNumber(value) }) : undefined}
      aria-label={text('openFigure', { label, value: spoken })}
      onClick={() => onOpen({ figure, label })}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{spoken}</span>
      <span className={styles.about}>{text(areNow.includes(figure) ? 'now' : 'inPeriod')}</span>
    </button>
  );
}

function CardSkeletons() {
  return (
    <div className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure} className={styles.figure}>
          <Skeleton width="70%" />
          <Skeleton width="40%" height={28} />
          <Skeleton width="50%" height={12} />
        </div>
      ))}
    </div>
  );
}

/** Which days the figures are about. */
function useSpoken(period: Period): string {
  const text = useMessages(dashboardMessages);
  if ('days' in period) return text('showingDays', { n: period.days });
  return text('showing', { from: formatDate(period.date_from), to: formatDate(period.date_to) });
}
