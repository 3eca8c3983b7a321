import { Link } from 'wouter';
import { daysUntil, formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession, warnDays } from '../../platform/session/session.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './Dashboard.module.css';
import { dashboardMessages } from './dashboard.messages.ts';

/** Until when the company has paid, and the way to pay. */
export function DueDateCard() {
  const text = useMessages(dashboardMessages);
  const { dueDate } = useSession().user.company;
  const left = dueDate === null ? undefined : daysUntil(dueDate);
  return (
    <section className={classes(styles.card, styles.due)} aria-labelledby="dashboard-due">
      <h2 id="dashboard-due" className={styles.label}>
        {text('dueDate')}
      </h2>
      <p className={styles.date}>{dueDate === null ? text('noDueDate') : formatDate(dueDate.slice(0, 10))}</p>
      {left !== undefined && (
        <p className={classes(styles.left, left < warnDays && styles.soon, left < 0 && styles.over)}>
          {left > 1 && text('daysLeft', { n: left })}
          {left === 1 && text('dayLeft')}
          {left === 0 && text('dueToday')}
          {left < 0 && text('overdue')}
        </p>
      )}
      <Link href="/financeiro" className={styles.pay}>
        {text('payInvoice')}
      </Link>
    </section>
  );
}
