import { type Campaign, type CampaignRecipient, type RecipientState, recipientStates } from '@prosa/contracts/campaigns';
import { useMemo, useState } from 'react';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime, formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useRecordList } from '../../platform/lists/records.ts';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card } from '../../ui/page/Page.tsx';
import styles from './CampaignReport.module.css';
import { useReasonText } from './campaign-reasons.ts';
import { recipientsOf } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

const tones: Record<RecipientState, StatusTone> = {
  waiting: 'neutral',
  awaiting: 'info',
  sent: 'success',
  failed: 'danger',
  skipped: 'warning',
};

/** Everybody of the campaign: how they stand and why. */
export function Recipients({ campaign: { id, status } }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const reasonText = useReasonText();
  const [state, setState] = useState<RecipientState | ''>('');
  const [typed, setTyped] = useState('');
  const isRunning = status === 'EM_ANDAMENTO' || status === 'PROGRAMADA';
  const records = useMemo(() => recipientsOf(id, state, isRunning), [id, state, isRunning]);
  const rows = useRecordList(records, useDebounced(typed.trim().toLowerCase()));
  const all = { value: 'all', label: text('all') } as const;
  const when = ({ deliveredAt, confirmationRequestedAt }: CampaignRecipient) => deliveredAt ?? confirmationRequestedAt;
  return (
    <section className={styles.people} aria-labelledby="campaign-recipients">
      <header className={styles.head}>
        <h2 id="campaign-recipients">{text('recipients')}</h2>
        <div className={styles.filters}>
          <SearchField value={typed} onChange={setTyped} />
          <Select
            label={common('status')}
            labelHidden
            options={[all, ...recipientStates.map((value) => ({ value, label: text(`state_${value}`) }))]}
            value={state === '' ? 'all' : state}
            onChange={(chosen) => setState(chosen === 'all' ? '' : chosen)}
          />
        </div>
      </header>
      {rows.list && rows.list.slots.length > 0 ? (
        <div className={styles.table}>
          <ListTable
            rows={rows}
            caption={text('recipients')}
            columns={[
              { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
              { key: 'number', header: common('number'), width: '172px', cell: ({ number }) => formatPhone(number) },
              {
                key: 'state',
                header: common('status'),
                width: '150px',
                cell: (row) => <StatusPill tone={tones[row.state]}>{text(`state_${row.state}`)}</StatusPill>,
              },
              { key: 'reason', header: text('reason'), cell: ({ reason }) => (reason === null ? '' : reasonText(reason)) },
              { key: 'at', header: text('at'), width: '142px', cell: (row) => (when(row) ? formatDateTime(when(row) ?? '') : '') },
            ]}
          />
        </div>
      ) : (
        <Card>
          <EmptyState title={rows.isError ? common('listFailed') : common('none')} body={rows.isError ? '' : text('noRecipients')} />
        </Card>
      )}
    </section>
  );
}
