import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PublicPage } from '../../ui/page/PublicPage.tsx';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import styles from './Payments.module.css';
import { useExpiry } from './PaymentWatch.tsx';
import { payingHere, useComeBack } from './paid.data.ts';
import { lookMilliseconds } from './payments.data.ts';
import { paymentsMessages } from './payments.messages.ts';

/** Instead of the app while the company is overdue: the way to pay for admins, for others whom to ask. */
export function ExpiredPage() {
  const text = useMessages(paymentsMessages);
  const { logOut } = useSession();
  const mayPay = useCan('invoices:pay');
  const [paying, setPaying] = useState(mayPay);
  const navigate = useNavigate();
  const comeBack = useComeBack();
  const expiry = useExpiry() ?? '';
  const date = expiry && formatDate(expiry.slice(0, 10));
  useLookNowAndThen(comeBack);
  const done = () => {
    setPaying(false);
    void comeBack().then(() => navigate('/'));
  };
  return (
    <PublicPage title={text('expiredTitle')} product={text('product')} width="narrow">
      <div className={styles.fields}>
        <Banner tone="danger" inset>
          {text(mayPay ? 'expired' : 'askAdmin', { date }).replace(/ +/g, ' ')}
        </Banner>
        {mayPay && (
          <Button kind="primary" wide onClick={() => setPaying(true)}>
            {text('payNow')}
          </Button>
        )}
        <Button wide onClick={() => void logOut()}>
          {text('logOut')}
        </Button>
      </div>
      {paying && <CheckoutDialog onClose={() => setPaying(false)} onDone={done} />}
    </PublicPage>
  );
}

/** Should the live channel be down, the payment is noticed all the same. */
function useLookNowAndThen(comeBack: () => Promise<void>): void {
  const look = useEffectEvent(() => {
    if (!payingHere.get()) void comeBack();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), lookMilliseconds);
    return () => clearInterval(timer);
  }, []);
}
