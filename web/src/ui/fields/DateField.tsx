import { useRef } from 'react';
import { dayTyped, maskDay, typedDay } from '../../platform/forms/typed-day.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../IconButton.tsx';
import { CalendarIcon } from '../icons/icons.tsx';
import styles from './DateField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

type DateFieldProps = Pick<TextFieldProps, 'label' | 'error' | 'hint' | 'onBlur'> & {
  /** An ISO day; or what was typed, while that is none. */
  value: string;
  onChange: (value: string) => void;
};

/** DD/MM/YYYY whatever the browser's own habit; its calendar helps to choose. */
export function DateField({ value, onChange, ...rest }: DateFieldProps) {
  const text = useMessages(commonMessages);
  const calendar = useRef<HTMLInputElement>(null);
  const day = dayTyped(value);
  const change = (typed: string) => onChange(dayTyped(maskDay(typed)) ?? maskDay(typed));
  return (
    <div className={styles.date}>
      <TextField
        {...rest}
        value={day === undefined ? value : typedDay(day)}
        inputMode="numeric"
        autoComplete="off"
        placeholder={text('datePattern')}
        onChange={change}
        trailing={
          <IconButton label={text('openCalendar', { label: rest.label })} onClick={() => calendar.current?.showPicker()}>
            <CalendarIcon size={16} />
          </IconButton>
        }
      />
      <input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden="true"
        value={day ?? ''}
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      />
    </div>
  );
}
