import type { Checkout, Invoice } from '@prosa/contracts/payments';
import type { Draft } from '../../platform/forms/draft.ts';
import { formatDate, formatMoney } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { checkoutMessages } from './checkout.messages.ts';
import styles from './Payments.module.css';
import { type CheckoutForm, type CheckoutValues, maskZipcode } from './payments.data.ts';

type Form = Draft<typeof CheckoutForm, CheckoutValues>;

export function StepBar({ step }: { step: number }) {
  const text = useMessages(checkoutMessages);
  return (
    <ol className={styles.steps} aria-label={text('steps')}>
      {(['step0', 'step1', 'step2'] as const).map((name, index) => (
        <li key={name} className={styles.step} aria-current={index === step ? 'step' : undefined}>
          {index + 1}. {text(name)}
        </li>
      ))}
    </ol>
  );
}

/** Dados: whom the invoice is made out to. */
export function DataStep({ draft }: { draft: Form }) {
  const text = useMessages(checkoutMessages);
  const isKey = (word: string): word is keyof typeof checkoutMessages.pt => Object.hasOwn(checkoutMessages.pt, word);
  const field = (name: Exclude<keyof CheckoutValues, 'useAddressForPaymentDetails'>) => {
    const { error, ...binding } = draft.field(name);
    return { ...binding, name, error: error !== undefined && isKey(error) ? text(error) : error };
  };
  return (
    <div className={styles.fields}>
      <TextField label={text('firstName')} autoComplete="name" {...field('firstName')} />
      <TextField label={text('address')} autoComplete="street-address" {...field('address2')} />
      <div className={styles.pair}>
        <TextField label={text('city')} autoComplete="address-level2" {...field('city')} />
        <TextField label={text('state')} autoComplete="address-level1" {...field('state')} />
      </div>
      <div className={styles.pair}>
        <TextField
          label={text('zipcode')}
          autoComplete="postal-code"
          inputMode="numeric"
          {...field('zipcode')}
          onChange={(typed) => draft.set('zipcode', maskZipcode(typed))}
        />
        <TextField label={text('country')} autoComplete="country-name" {...field('country')} />
      </div>
      <Checkbox
        label={text('useForPayment')}
        checked={draft.values.useAddressForPaymentDetails}
        onChange={(checked) => draft.set('useAddressForPaymentDetails', checked)}
      />
    </div>
  );
}

/** Personalizar: the plan that is paid for. Which one it is and what it costs is not the browser's to say. */
export function PlanStep({ plan }: Pick<Checkout, 'plan'>) {
  const text = useMessages(checkoutMessages);
  return (
    <section className={styles.plan} aria-label={text('yourPlan')}>
      <h3>{plan.name}</h3>
      <p>{text('perPeriod', { value: formatMoney(plan.value) })}</p>
      <PlanFacts plan={plan} />
    </section>
  );
}

function PlanFacts({ plan: { users, connections, queues } }: Pick<Checkout, 'plan'>) {
  const text = useMessages(checkoutMessages);
  return (
    <dl className={styles.facts}>
      <dt>{text('users')}</dt>
      <dd>{users}</dd>
      <dt>{text('connections')}</dt>
      <dd>{connections}</dd>
      <dt>{text('queues')}</dt>
      <dd>{queues}</dd>
    </dl>
  );
}

/** Revisar: what will be paid, and by whom. */
export function ReviewStep({ plan, invoice, values }: Pick<Checkout, 'plan'> & { invoice: Invoice; values: CheckoutValues }) {
  const text = useMessages(checkoutMessages);
  const { firstName, address2, city, state, zipcode, country } = values;
  return (
    <>
      <section className={styles.plan}>
        <h3>{invoice.detail}</h3>
        <PlanFacts plan={plan} />
      </section>
      <dl className={styles.facts}>
        <dt>{text('due')}</dt>
        <dd>{formatDate(invoice.dueDate)}</dd>
        <dt>{text('billing')}</dt>
        <dd>{[firstName, address2, [city, state].filter(Boolean).join(' - '), zipcode, country].filter(Boolean).join(', ')}</dd>
      </dl>
      <p className={styles.total}>
        {text('total')} {formatMoney(invoice.value)}
      </p>
    </>
  );
}
