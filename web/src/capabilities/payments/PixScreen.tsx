import type { PixCharge } from '@prosa/contracts/payments';
import { type RefObject, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatMoney } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyIcon } from '../../ui/icons/icons.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { checkoutMessages } from './checkout.messages.ts';
import styles from './Payments.module.css';
import { usePaidByToken, usePaidInSession } from './paid.data.ts';
import { PayerToken, useCheckout } from './payments.data.ts';

type Paid = { onPaid: (dueDate: string | null) => void };

/** How to pay, until it is paid. */
export function PixScreen({ charge, invoiceId, onPaid }: Paid & { charge: PixCharge; invoiceId: number }) {
  const text = useMessages(checkoutMessages);
  const token = useContext(PayerToken);
  const shown = useRef<HTMLElement>(null);
  const looked = useCheckout({ isWaiting: true });
  const isPaid = looked.data?.invoices.some(({ id, status }) => id === invoiceId && status === 'paid') ?? false;
  const dueDate = looked.data?.checkout.dueDate ?? null;
  return (
    <div className={styles.pix}>
      {isPaid && <TellOnce onPaid={() => onPaid(dueDate)} />}
      {token === undefined ? <SessionEar onPaid={onPaid} /> : <TokenEar token={token} onPaid={onPaid} />}
      <p className={styles.total}>
        {text('total')} {formatMoney(charge.valor.original)}
      </p>
      <QrCode text={charge.qrcode.qrcode} label={text('qrAlt')} side={240} />
      <CopyButton code={charge.qrcode.qrcode} shown={shown} />
      <p>{text('howTo')}</p>
      <code ref={shown}>{charge.qrcode.qrcode}</code>
      <p className={styles.waiting} role="status">
        <Spinner /> {text('waiting')}
      </p>
    </div>
  );
}

function SessionEar({ onPaid }: Paid) {
  usePaidInSession(onPaid);
  return null;
}

function TokenEar({ token, onPaid }: Paid & { token: string }) {
  usePaidByToken(token, onPaid);
  return null;
}

function TellOnce({ onPaid }: { onPaid: () => void }) {
  const tell = useEffectEvent(onPaid);
  useEffect(() => tell(), []);
  return null;
}

const copiedMilliseconds = 1000;

function CopyButton({ code, shown }: { code: string; shown: RefObject<HTMLElement | null> }) {
  const text = useMessages(checkoutMessages);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  // Where the browser gives no clipboard, as on a page without https, what is to be copied is selected for it.
  const select = () => shown.current && getSelection()?.selectAllChildren(shown.current);
  return (
    <Button kind="primary" icon={<CopyIcon />} onClick={() => void copy().catch(select)}>
      {text(copied ? 'copied' : 'copy')}
    </Button>
  );
}
