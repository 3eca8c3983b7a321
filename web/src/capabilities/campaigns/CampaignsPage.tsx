import type { Campaign } from '@prosa/contracts/campaigns';
import { useState } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { PlayIcon, StopIcon } from '../../ui/icons/campaign-icons.tsx';
import { ChartIcon, MegaphoneIcon } from '../../ui/icons/icons.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { CampaignDialog } from './CampaignDialog.tsx';
import { MoveDialog, useRestart } from './CampaignMoves.tsx';
import { CampaignStatusPill } from './CampaignStatusPill.tsx';
import { campaigns } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

/** Messages to everybody on a list: what there is, how far each has come, and what can be done with it. */
export function CampaignsPage() {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const rowActions = useRowActions();
  useCommercialNotices();
  const time = (at: string | null, none: string) => (at === null ? none : formatDateTime(at));
  return (
    <RecordsPage
      records={campaigns}
      messages={campaignsMessages}
      icon={<MegaphoneIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'status', header: common('status'), width: '150px', cell: ({ status }) => <CampaignStatusPill status={status} /> },
        { key: 'list', header: text('list'), width: '16%', cell: ({ contactList }) => contactList?.name ?? '' },
        { key: 'connection', header: common('connection'), width: '13%', spare: true, cell: ({ whatsapp }) => whatsapp?.name ?? '' },
        { key: 'schedule', header: text('schedule'), width: '142px', cell: ({ scheduledAt }) => time(scheduledAt, text('notScheduled')) },
        { key: 'completion', header: text('completion'), width: '142px', spare: true, cell: ({ completedAt }) => time(completedAt, '—') },
        {
          key: 'confirmation',
          header: text('confirmation'),
          width: '116px',
          spare: true,
          cell: ({ confirmation }) => text(confirmation ? 'on' : 'off'),
        },
      ]}
      form={(campaign, handlers) => <CampaignDialog campaign={campaign} {...handlers} />}
      mayRemove={({ status }) => status !== 'EM_ANDAMENTO'}
      rowActions={rowActions}
    />
  );
}

/** Stop what runs, resume what was stopped, and the report. */
function useRowActions() {
  const text = useMessages(campaignsMessages);
  const navigate = useNavigate();
  const restart = useRestart();
  const [busy, setBusy] = useState<number>();
  return ({ id, name, status }: Campaign, show: Show): RowAction[] => [
    ...(status === 'EM_ANDAMENTO'
      ? [
          {
            key: 'stop',
            label: text('stopNamed', { name }),
            short: text('stop'),
            icon: <StopIcon />,
            onSelect: () => show((close) => <MoveDialog campaign={{ id, name }} onClose={close} />),
          },
        ]
      : []),
    ...(status === 'CANCELADA'
      ? [
          {
            key: 'resume',
            label: text('resumeNamed', { name }),
            short: text('resume'),
            icon: <PlayIcon />,
            onSelect: () => {
              if (busy === id) return;
              setBusy(id);
              restart(id, () => setBusy(undefined));
            },
          },
        ]
      : []),
    {
      key: 'report',
      label: text('reportNamed', { name }),
      short: text('report'),
      icon: <ChartIcon />,
      letter: 'r',
      onSelect: () => navigate(`/campaign/${id}/report`),
    },
  ];
}
