import type { PlanRecord } from '@prosa/contracts/plans';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { maskMoney, unmaskMoney } from './money-mask.ts';
import { createPlan, PlanForm, type PlanValues, plans, updatePlan } from './plans.data.ts';
import { plansMessages } from './plans.messages.ts';

type PlanDialogProps = { plan: PlanRecord | undefined; onClose: () => void; onSaved: (plan: PlanRecord) => void };

const blank: PlanValues = { name: '', users: '', connections: '', queues: '', value: '', isPublic: true };
const valuesOf = ({ name, users, connections, queues, value, isPublic }: PlanRecord): PlanValues => ({
  ...{ name, value, isPublic },
  ...{ users: String(users), connections: String(connections), queues: String(queues) },
});
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
        const limit = (key: 'users' | 'connections' | 'queues') => {
          const { onChange, ...binding } = field(key);
          return <TextField label={text(key)} inputMode="numeric" {...binding} onChange={(typed) => onChange(digitsOf(typed))} />;
        };
        const value = field('value');
        return (
          <>
            <TextField label={common('name')} autoComplete="off" {...field('name')} />
            {limit('users')}
            {limit('connections')}
            {limit('queues')}
            <TextField
              label={text('value')}
              inputMode="numeric"
              placeholder="R$ 0,00"
              {...value}
              value={maskMoney(values.value)}
              onChange={(typed) => value.onChange(unmaskMoney(maskMoney(typed)))}
            />
            <Switch label={text('isPublic')} on={values.isPublic} onChange={field('isPublic').onChange} />
          </>
        );
      }}
    </RecordForm>
  );
}
