import type { Invoice } from '@prosa/contracts/payments';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { formatDate, formatMoney } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusPill } from '../../ui/Chip.tsx';
import { MoneyIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import styles from './Payments.module.css';
import { useComeBack } from './paid.data.ts';
import { invoices, statusOf } from './payments.data.ts';
import { paymentsMessages } from './payments.messages.ts';

const tones = { paid: 'success', overdue: 'danger', open: 'info' } as const;

/** "Table columns: Id, Detalhes, Valor (BRL), Data Venc., Status, Ação." */
export function InvoicesPage() {
  useCommercialNotices();
  const text = useMessages(paymentsMessages);
  const navigate = useNavigate();
  return (
    <RecordsPage
      records={invoices}
      messages={paymentsMessages}
      icon={<MoneyIcon />}
      rowTone={(invoice) => (statusOf(invoice) === 'overdue' ? 'red' : undefined)}
      pageActions={() => [
        { key: 'subscription', label: text('subscription'), icon: <MoneyIcon />, onSelect: () => navigate('/subscription') },
      ]}
      columns={(show) => [
        { key: 'id', header: text('id'), width: '80px', cell: ({ id }) => id },
        { key: 'detail', header: text('detail'), leads: true, cell: ({ detail }) => detail },
        { key: 'value', header: text('value'), width: '130px', cell: ({ value }) => formatMoney(value) },
        { key: 'dueDate', header: text('dueDate'), width: '120px', cell: (invoice) => <DueDate invoice={invoice} /> },
        {
          key: 'status',
          header: text('status'),
          width: '130px',
          cell: (invoice) => <StatusPill tone={tones[statusOf(invoice)]}>{text(statusOf(invoice))}</StatusPill>,
        },
        {
          key: 'action',
          header: text('action'),
          width: '120px',
          buttons: true,
          cell: (invoice) => <Action invoice={invoice} show={show} />,
        },
      ]}
    />
  );
}

function DueDate({ invoice }: { invoice: Invoice }) {
  const date = formatDate(invoice.dueDate);
  return statusOf(invoice) === 'overdue' ? <span className={styles.overdue}>{date}</span> : date;
}

function Action({ invoice, show }: { invoice: Invoice; show: Show }) {
  const text = useMessages(paymentsMessages);
  if (invoice.status === 'paid') return <span>{text('isPaid')}</span>;
  return (
    <Button
      kind="primary"
      aria-label={text('payNamed', { id: invoice.id })}
      onClick={() => show((close) => <PayInvoice invoice={invoice} onClose={close} />)}
    >
      {text('pay')}
    </Button>
  );
}

/** The checkout of one invoice, and where it leads once it is paid. */
export function PayInvoice({ invoice, onClose }: { invoice?: Invoice; onClose: () => void }) {
  const navigate = useNavigate();
  const comeBack = useComeBack();
  const done = () => {
    onClose();
    void comeBack();
    navigate('/');
  };
  return <CheckoutDialog invoice={invoice} onClose={onClose} onDone={done} />;
}
