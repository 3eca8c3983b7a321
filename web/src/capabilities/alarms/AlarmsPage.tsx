import type { Alarm } from '@prosa/contracts/alarms';
import { showError } from '../../platform/api/errors.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon, RefreshIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { alarms, useRetryAlarm } from './alarms.data.ts';
import { alarmsMessages } from './alarms.messages.ts';

/** Alarms of all companies, for platform operators. */
export function AlarmsPage() {
  const text = useMessages(alarmsMessages);
  return (
    <RecordsPage
      records={alarms}
      messages={alarmsMessages}
      icon={<CheckIcon />}
      columns={[
        { key: 'company', header: text('company'), leads: true, cell: ({ company }) => `${company.name} (${company.id})` },
        { key: 'what', header: text('what'), width: '24%', cell: ({ what }) => text(what) },
        { key: 'connection', header: text('connection'), width: '96px', cell: ({ whatsappId, subject }) => whatsappId ?? subject },
        { key: 'when', header: text('when'), width: '146px', cell: ({ raisedAt }) => formatDateTime(raisedAt) },
        { key: 'attempts', header: text('attempts'), width: '96px', cell: ({ attempts }) => attempts },
        { key: 'code', header: text('code'), width: '120px', cell: ({ code }) => <code>{code}</code> },
        { key: 'retry', header: text('actions'), width: '160px', buttons: true, cell: (alarm) => <Retry alarm={alarm} /> },
      ]}
    />
  );
}

function Retry({ alarm: { id, what, company, retriedAt } }: { alarm: Alarm }) {
  const text = useMessages(alarmsMessages);
  const toast = useToast();
  const retry = useRetryAlarm();
  const busy = retry.isPending || retriedAt !== null;
  return (
    <Button
      icon={what === 'inbox' ? <RefreshIcon /> : <CheckIcon />}
      busy={busy}
      aria-label={text(what === 'inbox' ? 'retryNamed' : 'dismissNamed', { company: company.name, id })}
      onClick={() =>
        retry.mutate(id, { onSuccess: () => toast.info(text(what === 'inbox' ? 'retried' : 'dismissed')), onError: showError })
      }
    >
      {text(what === 'inbox' ? (busy ? 'retrying' : 'retry') : 'dismiss')}
    </Button>
  );
}
