import type { Attendant } from '@prosa/contracts/dashboard';
import { formatNumber } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Dashboard.module.css';
import type { Part, Shown } from './DashboardPage.tsx';
import { dashboardMessages } from './dashboard.messages.ts';
import { spokenMinutes } from './filter.ts';
import { PartState } from './PartState.tsx';
import { Stars } from './Stars.tsx';

type AttendantsTableProps = { part: Part<Attendant[]>; fading: boolean; onOpen: (shown: Shown) => void };

/** Who serves: how customers rate them, how long they take, and whether they are there now. */
export function AttendantsTable({ part, fading, onOpen }: AttendantsTableProps) {
  const text = useMessages(dashboardMessages);
  return (
    <section className={classes(styles.card, styles.whole, styles.people)} aria-labelledby="dashboard-attendants">
      <header className={styles.head}>
        <h2 id="dashboard-attendants">{text('attendants')}</h2>
      </header>
      <PartState part={part} skeleton={<SkeletonRows rows={4} />}>
        {(attendants) =>
          attendants.length === 0 ? (
            <p className={styles.none}>{text('noAttendants')}</p>
          ) : (
            <table className={classes(styles.attendants, fading && styles.fading)} aria-labelledby="dashboard-attendants">
              <thead className={styles.attendantsHead}>
                <tr>
                  <th scope="col">{text('name')}</th>
                  <th scope="col">{text('rating')}</th>
                  <th scope="col">{text('support')}</th>
                  <th scope="col">{text('status')}</th>
                </tr>
              </thead>
              <tbody>
                {attendants.map((attendant) => (
                  <Row key={attendant.id} attendant={attendant} onOpen={onOpen} />
                ))}
              </tbody>
            </table>
          )
        }
      </PartState>
    </section>
  );
}

function Row({
  attendant: { id, name, rating, avgSupportTime, online },
  onOpen,
}: {
  attendant: Attendant;
  onOpen: (shown: Shown) => void;
}) {
  const text = useMessages(dashboardMessages);
  const label = (what: string) => text('ofPerson', { label: what, name });
  const time = spokenMinutes(avgSupportTime);
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
          <Avatar name={name} size={28} />
          <span>{name}</span>
        </span>
      </th>
      <td data-label={text('rating')}>
        {rating === 0 ? (
          <span className={styles.about}>{text('noRating')}</span>
        ) : (
          <button
            type="button"
            className={styles.open}
            onClick={() => onOpen({ figure: 'rating', userId: id, label: label(text('rating')) })}
          >
            <Stars rating={rating} />
          </button>
        )}
      </td>
      <td data-label={text('support')}>
        {avgSupportTime === 0 ? (
          time
        ) : (
          <button
            type="button"
            className={styles.open}
            title={text('exactMinutes', { n: formatNumber(avgSupportTime) })}
            aria-label={text('openFigure', { label: label(text('support')), value: time })}
            onClick={() => onOpen({ figure: 'avgSupportTime', userId: id, label: label(text('support')) })}
          >
            {time}
          </button>
        )}
      </td>
      <td data-label={text('status')}>
        <span className={classes(styles.presence, online && styles.isOnline)}>{text(online ? 'online' : 'offline')}</span>
      </td>
    </tr>
  );
}
