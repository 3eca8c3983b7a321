import type { Binding } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { readTime, writeTime } from '../schedules/schedule-time.ts';
import styles from './Campaigns.module.css';
import { campaignsMessages } from './campaigns.messages.ts';

const morning = '09:00';

/** When it starts: a day and a time on the company's clock, or never. */
export function WhenFields({ field: { value, error, onChange, onBlur } }: { field: Binding<string | null> }) {
  const text = useMessages(campaignsMessages);
  const at = readTime(value ?? '');
  return (
    <div className={styles.pair}>
      <DateField
        label={text('schedule')}
        hint={text('scheduleHint')}
        value={at.day}
        error={error === 'past' ? text('past') : error}
        onChange={(day) => onChange(day === '' ? '' : writeTime({ day, time: at.time || morning }))}
        onBlur={onBlur}
      />
      <TextField
        label={text('time')}
        type="time"
        value={at.time}
        disabled={at.day === ''}
        onChange={(time) => onChange(writeTime({ ...at, time }))}
        onBlur={onBlur}
      />
    </div>
  );
}
