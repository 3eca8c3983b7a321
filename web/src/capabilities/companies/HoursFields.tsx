import type { WorkingHours } from '@prosa/contracts/working-hours';
import { fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Companies.module.css';
import { hoursMessages } from './hours.messages.ts';
import { isTime, maskTime } from './working-week.ts';

type HoursFieldsProps = { week: readonly WorkingHours[]; onChange: (week: WorkingHours[]) => void; checked: boolean };

/** Monday to Sunday, each with its start and end. */
export function HoursFields({ week, onChange, checked }: HoursFieldsProps) {
  const text = useMessages(hoursMessages);
  const complaints = useMessages(fieldMessages);
  const set = (index: number, change: Partial<WorkingHours>) =>
    onChange(week.map((day, place) => (place === index ? { ...day, ...change } : day)));
  const [first] = week;
  const copy = () => first && onChange(week.map((day) => ({ ...day, startTime: first.startTime, endTime: first.endTime })));
  const time = (index: number, key: 'startTime' | 'endTime', day: WorkingHours) => (
    <TextField
      label={`${text(day.weekdayEn)}: ${text(key)}`}
      labelHidden
      inputMode="numeric"
      placeholder="00:00"
      value={day[key]}
      error={(checked || day[key].length === 5) && !isTime(day[key]) ? complaints('invalidTime') : warning(key, day)}
      onChange={(typed) => set(index, { [key]: maskTime(typed) })}
    />
  );
  const warning = (key: 'startTime' | 'endTime', { startTime, endTime }: WorkingHours) =>
    key === 'endTime' && isTime(startTime) && isTime(endTime) && endTime < startTime ? text('endsBefore') : undefined;
  return (
    <>
      <table className={styles.hours}>
        <thead>
          <tr>
            <th scope="col">{text('weekday')}</th>
            <th scope="col">{text('startTime')}</th>
            <th scope="col">{text('endTime')}</th>
          </tr>
        </thead>
        <tbody>
          {week.map((day, index) => (
            <tr key={day.weekdayEn}>
              <th scope="row">{text(day.weekdayEn)}</th>
              <td>{time(index, 'startTime', day)}</td>
              <td>{time(index, 'endTime', day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.buttons}>
        <Button kind="ghost" onClick={copy}>
          {text('copyToAll')}
        </Button>
      </div>
    </>
  );
}
