import type { Checkout, Invoice, PixCharge } from '@prosa/contracts/payments';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { noticeTimes } from '../../platform/browser/notices.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DataStep, PlanStep, ReviewStep, StepBar } from './CheckoutSteps.tsx';
import { checkoutMessages } from './checkout.messages.ts';
import styles from './Payments.module.css';
import { PixScreen } from './PixScreen.tsx';
import { payingHere } from './paid.data.ts';
import { CheckoutForm, oldestOpen, useCheckout, useSubscribe, valuesOf } from './payments.data.ts';

type CheckoutProps = {
  /** What is paid; without it, what has been owed for longest. */
  invoice?: Invoice | undefined;
  onClose: () => void;
  /** It is paid and has been said. */
  onDone: () => void;
};

/** "Checkout dialog 'Falta pouco!'" */
export function CheckoutDialog({ invoice: chosen, onClose, onDone }: CheckoutProps) {
  const text = useMessages(checkoutMessages);
  const { data, isError } = useCheckout();
  const [opened, setOpened] = useState<{ invoice: Invoice | undefined; checkout: Checkout }>();
  // As it was when it was loaded: what is typed is not taken away by a later look.
  if (data && !opened) setOpened({ invoice: chosen ?? oldestOpen(data.invoices), checkout: data.checkout });
  if (opened?.invoice) return <Steps checkout={opened.checkout} invoice={opened.invoice} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={text('title')} wide onClose={onClose}>
      {isError ? (
        <Banner inset tone="danger">
          {text('failed')}
        </Banner>
      ) : opened ? (
        text('noInvoice')
      ) : (
        <Spinner size={24} />
      )}
    </Dialog>
  );
}

/** "It starts at step 1", of steps 0 to 2. */
const firstStep = 1;
const lastStep = 2;

type StepsProps = Omit<CheckoutProps, 'invoice'> & { checkout: Checkout; invoice: Invoice };

function Steps({ checkout, invoice, onClose, onDone }: StepsProps) {
  const text = useMessages(checkoutMessages);
  const toast = useToast();
  const [step, setStep] = useState(firstStep);
  const [charge, setCharge] = useState<PixCharge>();
  const draft = useDraft<typeof CheckoutForm>(CheckoutForm, valuesOf(checkout, text('brazil')));
  const subscribe = useSubscribe(checkout, invoice.id);
  const pay = () =>
    subscribe.mutate(draft.values, {
      onSuccess: (made) => {
        toast.success(text('started'), { milliseconds: noticeTimes.commercial });
        setCharge(made);
      },
      onError: (error) => toast.error(errorText(error), { milliseconds: noticeTimes.commercial }),
    });
  const forward = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!CheckoutForm.safeParse(draft.values).success) {
      setStep(0);
      draft.onSubmit(() => undefined)(event);
    } else if (step < lastStep) setStep(step + 1);
    else if (!subscribe.isPending) pay();
  };

  if (charge) return <Paying charge={charge} invoiceId={invoice.id} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog
      title={text('title')}
      wide
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={forward}
      footer={
        <>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{text('back')}</Button>}
          <Button kind="primary" type="submit" busy={subscribe.isPending} data-autofocus>
            {text(step === lastStep ? 'pay' : 'next')}
          </Button>
        </>
      }
    >
      <StepBar step={step} />
      {step === 0 && <DataStep draft={draft} />}
      {step === firstStep && <PlanStep plan={checkout.plan} />}
      {step === lastStep && <ReviewStep plan={checkout.plan} invoice={invoice} values={draft.values} />}
    </Dialog>
  );
}

type PayingProps = Omit<CheckoutProps, 'invoice'> & { charge: PixCharge; invoiceId: number };

/** The code, until it is paid; then until when the company is good. */
function Paying({ charge, invoiceId, onClose, onDone }: PayingProps) {
  const text = useMessages(checkoutMessages);
  const toast = useToast();
  const [renewedUntil, setRenewedUntil] = useState<string | null>();
  if (renewedUntil !== undefined) return <Renewed until={renewedUntil} onDone={onDone} />;
  const paid = (dueDate: string | null) => {
    toast.success(text('renewed', { date: dueDate ? formatDate(dueDate) : '' }), { milliseconds: noticeTimes.commercial });
    setRenewedUntil(dueDate);
  };
  return (
    <Dialog title={text('title')} wide onClose={onClose}>
      <PayingHere />
      <PixScreen charge={charge} invoiceId={invoiceId} onPaid={paid} />
    </Dialog>
  );
}

function PayingHere() {
  useEffect(() => {
    payingHere.set(true);
    return () => payingHere.set(false);
  }, []);
  return null;
}

/** "returns to / after 4 seconds" */
const redirectMilliseconds = 4000;

function Renewed({ until, onDone }: { until: string | null; onDone: () => void }) {
  const text = useMessages(checkoutMessages);
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => leave(), redirectMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog title={text('title')} wide onClose={onDone}>
      <PayingHere />
      <div className={styles.pix}>
        <Banner inset tone="success">
          {text('renewed', { date: until ? formatDate(until) : '' })}
        </Banner>
        <Button kind="primary" onClick={onDone}>
          {text('goNow')}
        </Button>
      </div>
    </Dialog>
  );
}
