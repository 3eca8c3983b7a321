import type { Holiday } from '@prosa/contracts/holidays';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { dayOf, formatDate, formatWeekday } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronLeftIcon, PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { HolidayDialog } from './HolidayDialog.tsx';
import styles from './Holidays.module.css';
import { useHolidays, useRemoveHoliday } from './holidays.data.ts';
import { holidaysMessages } from './holidays.messages.ts';

type Open = { what: 'form'; holiday: Holiday | undefined } | { what: 'remove'; holiday: Holiday };

/** The days on which the company is closed, a year at a time. Stands beside the hours; `folded`, it loads once it is opened. */
export function HolidaysSection({ folded = false }: { folded?: boolean }) {
  const text = useMessages(holidaysMessages);
  const common = useMessages(commonMessages);
  const [year, setYear] = useState(() => Number(dayOf(new Date()).slice(0, 4)));
  const [open, setOpen] = useState<Open>();
  const [isShown, setShown] = useState(!folded);
  const remove = useRemoveHoliday();
  const close = () => setOpen(undefined);
  return (
    <section className={styles.section} aria-labelledby="holidays">
      <header className={styles.head}>
        <div>
          <h2 id="holidays">{text('title')}</h2>
          <p>{text('about')}</p>
        </div>
        {isShown ? (
          <Button onClick={() => setOpen({ what: 'form', holiday: undefined })}>{text('add')}</Button>
        ) : (
          <Button onClick={() => setShown(true)}>{text('show')}</Button>
        )}
      </header>
      {isShown && (
        <Card>
          <div className={styles.years}>
            <IconButton label={text('previousYear')} disabled={year <= 2000} onClick={() => setYear(year - 1)}>
              <ChevronLeftIcon />
            </IconButton>
            <strong aria-live="polite">{year}</strong>
            <span className={styles.turned}>
              <IconButton label={text('nextYear')} disabled={year >= 2100} onClick={() => setYear(year + 1)}>
                <ChevronLeftIcon />
              </IconButton>
            </span>
          </div>
          <Days year={year} onOpen={setOpen} />
        </Card>
      )}
      {open?.what === 'form' && (
        <HolidayDialog holiday={open.holiday} onClose={close} onSaved={({ date }) => setYear(Number(date.slice(0, 4)))} />
      )}
      {open?.what === 'remove' && (
        <RemoveDialog
          id={open.holiday.id}
          title={common('deleteTitle', { name: open.holiday.name })}
          removed={common('done')}
          remove={remove}
          onClose={close}
        />
      )}
    </section>
  );
}

function Days({ year, onOpen }: { year: number; onOpen: (open: Open) => void }) {
  const text = useMessages(holidaysMessages);
  const common = useMessages(commonMessages);
  const { language } = useLanguage();
  const holidays = useHolidays(year);
  if (!holidays.data && holidays.isError)
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={() => void holidays.refetch()}>{common('tryAgain')}</Button>} />
      </div>
    );
  if (!holidays.data) return <SkeletonRows rows={3} />;
  if (holidays.data.length === 0) return <p className={styles.none}>{text('none', { year })}</p>;
  return (
    <ul className={styles.rows}>
      {holidays.data.map((holiday) => (
        <li key={holiday.id} className={styles.row}>
          <time dateTime={holiday.date}>
            {formatDate(holiday.date)} <span>{formatWeekday(holiday.date, language)}</span>
          </time>
          <strong>{holiday.name}</strong>
          <span className={styles.actions}>
            <IconButton label={text('editNamed', { name: holiday.name })} onClick={() => onOpen({ what: 'form', holiday })}>
              <PencilIcon />
            </IconButton>
            <IconButton label={text('removeNamed', { name: holiday.name })} onClick={() => onOpen({ what: 'remove', holiday })}>
              <TrashIcon />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
