import { longerRecurrences, recurrenceMonths } from '@prosa/contracts/companies';
import type { PlanRecord } from '@prosa/contracts/plans';
import { Fragment } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { maskMoney, unmaskMoney } from './money-mask.ts';
import styles from './PlanDialog.module.css';
import { createPlan, type LongerRecurrence, PlanForm, type PlanValues, plans, updatePlan } from './plans.data.ts';
import { plansMessages } from './plans.messages.ts';

type PlanDialogProps = { plan: PlanRecord | undefined; onClose: () => void; onSaved: (plan: PlanRecord) => void };

const blank: PlanValues = {
  ...{ name: '', users: '', connections: '', queues: '', storage: '5', value: '', isPublic: true },
  ...{ BIMESTRAL: '', TRIMESTRAL: '', SEMESTRAL: '', ANUAL: '' },
};
const valuesOf = ({ name, users, connections, queues, storage, value, prices, isPublic }: PlanRecord): PlanValues => ({
  ...{ name, value, isPublic },
  ...{ users: String(users), connections: String(connections), queues: String(queues), storage: String(storage) },
  ...{ BIMESTRAL: '', TRIMESTRAL: '', SEMESTRAL: '', ANUAL: '', ...prices },
});
/** Computes the price of a recurrence without its own price, in cents to stay exact. */
const usualPrice = (value: string, recurrence: LongerRecurrence) =>
  maskMoney(String(Number(value.replace('.', '') || 0) * recurrenceMonths[recurrence]));
const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 6);

export function PlanDialog({ plan, ...rest }: PlanDialogProps) {
  const text = useMessages(plansMessages);
  const common = useMessages(commonMessages);
  return (
    <RecordForm
      {...{ records: plans, messages: plansMessages, record: plan, schema: PlanForm, blank, valuesOf, ...rest }}
      save={(input) => (plan ? updatePlan(plan.id, input) : createPlan(input))}
    >
      {({ field, values }) => {
        const limit = (key: 'users' | 'connections' | 'queues' | 'storage') => {
          const { onChange, ...binding } = field(key);
          return <TextField label={text(key)} inputMode="numeric" {...binding} onChange={(typed) => onChange(digitsOf(typed))} />;
        };
        const money = (key: 'value' | LongerRecurrence, label: string, placeholder: string) => {
          const { onChange, ...binding } = field(key);
          const typed = (text: string) => onChange(unmaskMoney(maskMoney(text)));
          return (
            <TextField
              label={label}
              inputMode="numeric"
              placeholder={placeholder}
              {...binding}
              value={maskMoney(values[key])}
              onChange={typed}
            />
          );
        };
        return (
          <>
            <TextField label={common('name')} autoComplete="off" {...field('name')} />
            {limit('users')}
            {limit('connections')}
            {limit('queues')}
            {limit('storage')}
            {money('value', text('value'), 'R$ 0,00')}
            <fieldset className={styles.prices}>
              <legend>{text('prices')}</legend>
              {longerRecurrences.map((recurrence) => (
                <Fragment key={recurrence}>{money(recurrence, text(recurrence), usualPrice(values.value, recurrence))}</Fragment>
              ))}
            </fieldset>
            <Switch label={text('isPublic')} on={values.isPublic} onChange={field('isPublic').onChange} />
          </>
        );
      }}
    </RecordForm>
  );
}
