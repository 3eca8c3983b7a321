import type { Plan } from '@prosa/contracts/companies';
import { useId } from 'react';
import { commonMessages, fieldMessages } from '../../platform/language/common.messages.ts';
import { formatMoney } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './SignUpPage.module.css';
import { usePlans } from './sign-up.data.ts';
import { signUpMessages } from './sign-up.messages.ts';

/** The plans as cards to choose one from. */
export function PlanCards({ chosen, missing, onChoose }: { chosen: unknown; missing: boolean; onChoose: (planId: number) => void }) {
  const text = useMessages(signUpMessages);
  const words = useMessages(commonMessages);
  const complaints = useMessages(fieldMessages);
  const plans = usePlans();
  const id = useId();
  const limits = ({ users, connections, queues }: Plan) =>
    [
      users === 1 ? text('oneUser') : text('users', { n: users }),
      connections === 1 ? text('oneConnection') : text('connections', { n: connections }),
      queues === 1 ? text('oneQueue') : text('queues', { n: queues }),
    ].join(' · ');
  return (
    <fieldset className={styles.plans} aria-describedby={missing ? id : undefined}>
      <legend>{words('plan')}</legend>
      {plans.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height={58} />)}
      {plans.isError && (
        <Banner inset tone="danger" action={<Button onClick={() => plans.refetch()}>{words('tryAgain')}</Button>}>
          {words('listFailed')}
        </Banner>
      )}
      {plans.data?.length === 0 && <p className={styles.none}>{text('noPlans')}</p>}
      {plans.data?.map((plan) => (
        <label key={plan.id} className={styles.plan}>
          <input
            type="radio"
            name="planId"
            required
            aria-invalid={missing || undefined}
            checked={chosen === plan.id}
            onChange={() => onChoose(plan.id)}
          />
          <span className={styles.planName}>{plan.name}</span>
          <span className={styles.planValue}>{text('perMonth', { value: formatMoney(plan.value) })}</span>
          <span className={styles.planLimits}>{limits(plan)}</span>
        </label>
      ))}
      {missing && (
        <span id={id} role="alert" className={styles.missing}>
          {complaints('required')}
        </span>
      )}
    </fieldset>
  );
}
