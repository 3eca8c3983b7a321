import { useState } from 'react';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { daysUntil } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PayInvoice } from './InvoicesPage.tsx';
import styles from './Payments.module.css';
import { useCheckout } from './payments.data.ts';
import { paymentsMessages } from './payments.messages.ts';

const readOnly = { readOnly: true, onChange: () => undefined } as const;

/** "A read-only field with the trial days left. A read-only billing email. A button 'Assine Agora!' that opens the checkout." */
export function SubscriptionPage() {
  useCommercialNotices();
  const text = useMessages(paymentsMessages);
  const { company } = useSession().user;
  const { data } = useCheckout();
  const [paying, setPaying] = useState(false);
  const left = company.trialExpiration === null ? -1 : daysUntil(company.trialExpiration);
  return (
    <Page title={text('subscription')}>
      <div className={styles.card}>
        <TextField label={text('trial')} value={left < 0 ? text('trialOver') : text('trialLeft', { n: left })} {...readOnly} />
        <TextField label={text('billingEmail')} value={data?.checkout.email ?? ''} {...readOnly} />
        <div>
          <Button kind="primary" onClick={() => setPaying(true)}>
            {text('subscribe')}
          </Button>
        </div>
      </div>
      {paying && <PayInvoice onClose={() => setPaying(false)} />}
    </Page>
  );
}
