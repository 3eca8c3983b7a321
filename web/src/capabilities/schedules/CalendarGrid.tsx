import type { Schedule } from '@prosa/contracts/schedules';
import { type KeyboardEvent, useState } from 'react';
import { dayOf, formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDayName, useWeekdayNames } from './day-names.ts';
import styles from './Schedules.module.css';
import { addDays, type Span, stepSpan } from './schedule-time.ts';
import { schedulesMessages } from './schedules.messages.ts';

type CalendarGridProps = {
  weeks: readonly string[][];
  span: Span;
  /** The day that is chosen. */
  day: string;
  days: ReadonlyMap<string, Schedule[]>;
  onDay: (day: string) => void;
  onOpen: (schedule: Schedule) => void;
};

/** One tab stop for all days: arrows move from day to day and week to week, Page Up and Down to other months. */
export function CalendarGrid({ weeks, span, day, days, onDay, onOpen }: CalendarGridProps) {
  const text = useMessages(schedulesMessages);
  const weekday = useWeekdayNames();
  const [today] = useState(() => dayOf(new Date()));
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const to = targetOf(event.key, day, span);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onDay(to);
    const grid = event.currentTarget;
    // The day may be of another month, which is drawn first.
    requestAnimationFrame(() => grid.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus());
  };
  return (
    <table className={styles.grid} data-span={span} onKeyDown={move}>
      <caption>
        <VisuallyHidden>{text('calendar')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {weeks[0]?.map((each) => (
            <th key={each} scope="col" abbr={weekday(each, 'long')}>
              {weekday(each, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <DayCell
                key={each}
                day={each}
                isOther={span === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
                isChosen={each === day}
                isToday={each === today}
                list={days.get(each) ?? []}
                max={span === 'month' ? 3 : Number.POSITIVE_INFINITY}
                {...{ onDay, onOpen }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  isOther: boolean;
  isChosen: boolean;
  isToday: boolean;
  list: readonly Schedule[];
  max: number;
  onDay: (day: string) => void;
  onOpen: (schedule: Schedule) => void;
};

function DayCell({ day, isOther, isChosen, isToday, list, max, onDay, onOpen }: DayCellProps) {
  const text = useMessages(schedulesMessages);
  const dayName = useDayName();
  const count = list.length === 1 ? text('oneOnDay') : text('manyOnDay', { n: list.length });
  return (
    <td data-other={isOther || undefined} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.day}
        data-day={day}
        data-today={isToday || undefined}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={list.length > 0 ? `${dayName(day)}, ${count}` : dayName(day)}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => onDay(day)}
      >
        <span>{Number(day.slice(8))}</span>
        {list.length > 0 && (
          <b className={styles.count} data-failed={list.some(({ status }) => status === 'ERRO') || undefined}>
            {list.length}
          </b>
        )}
      </button>
      {/* By keyboard they are reached beside the calendar, once their day is chosen. */}
      <div className={styles.entries}>
        {list.slice(0, max).map((schedule) => (
          <button
            key={schedule.id}
            type="button"
            tabIndex={-1}
            className={styles.entry}
            data-status={schedule.status}
            title={`${text(schedule.status)} · ${schedule.body}`}
            onClick={() => onOpen(schedule)}
          >
            <time dateTime={schedule.sendAt}>{formatTime(schedule.sendAt)}</time> {schedule.contact.name}
          </button>
        ))}
        {list.length > max && <span className={styles.moreEntries}>{text('more', { n: list.length - max })}</span>}
      </div>
    </td>
  );
}

function targetOf(key: string, day: string, span: Span): string | undefined {
  if (key === 'PageUp' || key === 'PageDown') return stepSpan(day, span, key === 'PageUp' ? -1 : 1);
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const step = steps[key];
  return step === undefined ? undefined : addDays(day, step);
}
