import { type Weekday, type WorkingHours, weekdays } from '@prosa/contracts/working-hours';
import { fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import styles from './Hours.module.css';
import { hoursMessages } from './hours.messages.ts';
import {
  blankInterval,
  copyToAll,
  intervalsOf,
  isClosed,
  isOvernight,
  isTime,
  maskTime,
  maxIntervals,
  withIntervals,
} from './working-week.ts';

type HoursFieldsProps = { week: readonly WorkingHours[]; onChange: (week: WorkingHours[]) => void; checked: boolean };

/** Monday to Sunday, each with start and end of its intervals. */
export function HoursFields({ week, onChange, checked }: HoursFieldsProps) {
  const text = useMessages(hoursMessages);
  return (
    <>
      <table className={styles.hours}>
        <thead>
          <tr>
            <th scope="col">{text('weekday')}</th>
            <th scope="col">{text('startTime')}</th>
            <th scope="col">{text('endTime')}</th>
            <td />
          </tr>
        </thead>
        {weekdays.map((day) => (
          <Day
            key={day}
            {...{ day, checked }}
            intervals={intervalsOf(week, day)}
            onChange={(intervals) => onChange(withIntervals(week, day, intervals))}
          />
        ))}
      </table>
      <div className={styles.buttons}>
        <Button kind="ghost" title={text('copyHint')} onClick={() => onChange(copyToAll(week, 'monday'))}>
          {text('copyToAll')}
        </Button>
      </div>
    </>
  );
}

type DayProps = { day: Weekday; intervals: readonly WorkingHours[]; checked: boolean; onChange: (intervals: WorkingHours[]) => void };

function Day({ day, intervals, checked, onChange }: DayProps) {
  const text = useMessages(hoursMessages);
  const name = text(day);
  const set = (index: number, change: Partial<WorkingHours>) =>
    onChange(intervals.map((interval, place) => (place === index ? { ...interval, ...change } : interval)));
  return (
    <tbody>
      {intervals.map((interval, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an interval is its place in the day
        <tr key={index}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={intervals.length}>
              {name}
            </th>
          )}
          {(['startTime', 'endTime'] as const).map((key) => (
            <td key={key}>
              <Time
                {...{ interval, checked }}
                name={key}
                label={`${name}: ${text(key)}${index === 0 ? '' : ` ${index + 1}`}`}
                onChange={(typed) => set(index, { [key]: typed })}
              />
            </td>
          ))}
          <td className={styles.button}>
            {index === 0 ? (
              <IconButton
                label={text('addInterval', { day: name })}
                disabled={intervals.length >= maxIntervals}
                onClick={() => onChange([...intervals, blankInterval(day)])}
              >
                <PlusIcon size={16} />
              </IconButton>
            ) : (
              <IconButton
                label={text('removeInterval', { day: name, n: index + 1 })}
                onClick={() => onChange(intervals.filter((_interval, place) => place !== index))}
              >
                <CloseIcon size={16} />
              </IconButton>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

type TimeProps = {
  interval: WorkingHours;
  name: 'startTime' | 'endTime';
  label: string;
  checked: boolean;
  onChange: (time: string) => void;
};

function Time({ interval, name, label, checked, onChange }: TimeProps) {
  const text = useMessages(hoursMessages);
  const complaints = useMessages(fieldMessages);
  const value = interval[name];
  const isWrong = (checked || value.length === 5) && !isTime(value);
  const remark = isClosed(interval) ? text('closed') : isOvernight(interval) && <span className={styles.warning}>{text('overnight')}</span>;
  return (
    <TextField
      {...{ label, value }}
      labelHidden
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      error={isWrong ? complaints('invalidTime') : undefined}
      hint={name === 'endTime' && remark}
      onChange={(typed) => onChange(maskTime(typed))}
    />
  );
}
