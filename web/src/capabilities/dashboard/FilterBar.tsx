import { dashboardPeriods } from '@prosa/contracts/dashboard';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import styles from './Dashboard.module.css';
import type { Period } from './dashboard.data.ts';
import { dashboardMessages } from './dashboard.messages.ts';
import { type Filter, type FilterFault, type FilterKind, periodFrom } from './filter.ts';

type FilterBarProps = { initial: Filter; busy: boolean; onApply: (period: Period) => void };

/** By dates or by period; it counts once "Filtrar" was pressed. */
export function FilterBar({ initial, busy, onApply }: FilterBarProps) {
  const text = useMessages(dashboardMessages);
  const [filter, setFilter] = useState(initial);
  const [fault, setFault] = useState<FilterFault>();
  const change = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    setFault(undefined);
  };
  const faultAt = (field: FilterFault['field']) => (fault?.field === field ? text(fault.fault) : undefined);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const read = periodFrom(filter);
    if ('period' in read) onApply(read.period);
    else setFault(read);
  };
  return (
    <form className={styles.filter} aria-label={text('filter')} noValidate onSubmit={apply}>
      <Select<FilterKind>
        label={text('filterType')}
        value={filter.kind}
        options={[
          { value: 'date', label: text('byDate') },
          { value: 'period', label: text('byPeriod') },
        ]}
        onChange={(kind) => change({ kind })}
      />
      {filter.kind === 'date' ? (
        <>
          <DateField label={text('startDate')} value={filter.from} error={faultAt('from')} onChange={(from) => change({ from })} />
          <DateField label={text('endDate')} value={filter.to} error={faultAt('to')} onChange={(to) => change({ to })} />
        </>
      ) : (
        <Select
          label={text('period')}
          value={filter.days === '' ? 'none' : filter.days}
          error={faultAt('days')}
          options={[
            { value: 'none', label: text('nonePeriod') },
            ...dashboardPeriods.map((days) => ({ value: String(days), label: text('lastDays', { n: days }) })),
          ]}
          onChange={(days) => change({ days: days === 'none' ? '' : days })}
        />
      )}
      <div className={styles.apply}>
        <Button type="submit" kind="primary" busy={busy}>
          {text('apply')}
        </Button>
      </div>
    </form>
  );
}
