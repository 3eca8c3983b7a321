import type { Binding } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { maskTime } from '../working-hours/working-week.ts';
import styles from './Schedules.module.css';
import { inOneHour, mondayMorning, readTime, tomorrowMorning, writeTime } from './schedule-time.ts';
import { schedulesMessages } from './schedules.messages.ts';

const picks = { inOneHour, tomorrow: tomorrowMorning, monday: mondayMorning } as const;
const pickNames = ['inOneHour', 'tomorrow', 'monday'] as const;

/** When to send it: day and time, and what people mostly choose. */
export function TimeFields({ field }: { field: Binding<string> }) {
  const text = useMessages(schedulesMessages);
  const at = readTime(field.value);
  const { error, onBlur } = field;
  const words: Record<string, string> = { required: text('required'), past: text('past') };
  const isOfDay = error === 'invalidDate' || (error === 'required' && at.day === '');
  const said = error === undefined ? undefined : (words[error] ?? error);
  return (
    <fieldset className={styles.when}>
      <legend>{text('sendTime')}</legend>
      <div className={styles.pair}>
        <DateField
          label={text('day')}
          value={at.day}
          onChange={(day) => field.onChange(writeTime({ ...at, day }))}
          onBlur={onBlur}
          error={isOfDay ? said : undefined}
        />
        <TextField
          label={text('time')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="00:00"
          value={at.time}
          onChange={(typed) => field.onChange(writeTime({ ...at, time: maskTime(typed) }))}
          onBlur={onBlur}
          error={isOfDay ? undefined : said}
        />
      </div>
      <div className={styles.picks}>
        {pickNames.map((name) => (
          <Button key={name} kind="ghost" onClick={() => field.onChange(writeTime(picks[name](Date.now())))}>
            {text(name)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
