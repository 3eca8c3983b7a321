import type { CompanyUsage, Overview } from '@prosa/contracts/companies';
import type { ReactNode } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDate, formatNumber } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill } from '../../ui/Chip.tsx';
import { ChartIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import styles from './Companies.module.css';
import { usages, useTotals } from './companies.data.ts';
import { overviewMessages } from './overview.messages.ts';

/** How much there is of everything, for super users: numbers alone. */
export function OverviewTab() {
  const text = useMessages(overviewMessages);
  const common = useMessages(commonMessages);
  const totals = useTotals();
  return (
    <RecordsPage
      records={usages}
      messages={overviewMessages}
      icon={<ChartIcon />}
      summary={totals.data && <Totals totals={totals.data} />}
      rowTone={({ overdue }) => (overdue ? 'red' : undefined)}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'status', header: common('status'), width: '112px', cell: (usage) => <State usage={usage} /> },
        { key: 'due', header: text('due'), width: '104px', cell: ({ dueDate }) => (dueDate === null ? '' : formatDate(dueDate)) },
        { key: 'users', header: text('users'), width: '80px', spare: 'tight', cell: ({ users }) => formatNumber(users) },
        {
          key: 'connections',
          header: text('connections'),
          width: '18%',
          spare: 'tight',
          cell: ({ connections }) => <Connections {...{ connections }} />,
        },
        { key: 'messages', header: text('messages'), width: '104px', cell: ({ messages }) => formatNumber(messages) },
        { key: 'storage', header: text('storage'), width: '110px', spare: 'tight', cell: ({ storage }) => <Size bytes={storage} /> },
        { key: 'alarms', header: text('alarms'), width: '80px', cell: ({ alarms }) => formatNumber(alarms) },
      ]}
    />
  );
}

function State({ usage: { status, overdue } }: { usage: CompanyUsage }) {
  const text = useMessages(overviewMessages);
  if (!status) return <StatusPill tone="neutral">{text('inactive')}</StatusPill>;
  return <StatusPill tone={overdue ? 'danger' : 'success'}>{text(overdue ? 'overdueOne' : 'active')}</StatusPill>;
}

function Totals({ totals }: { totals: Overview['totals'] }) {
  const text = useMessages(overviewMessages);
  const all = Object.values(totals.connections).reduce((sum, each) => sum + each, 0);
  const figures: Array<[string, ReactNode, ReactNode?]> = [
    [
      text('companies'),
      formatNumber(totals.companies),
      totals.inactive > 0 && text(totals.inactive === 1 ? 'inactiveOne' : 'inactiveOf', { n: totals.inactive }),
    ],
    [text('overdue'), formatNumber(totals.overdue)],
    [text('users'), formatNumber(totals.users)],
    [text('connections'), formatNumber(all), all > 0 && <Connections key="connections" connections={totals.connections} />],
    [text('messages'), formatNumber(totals.messages)],
    [text('storage'), <Size key="storage" bytes={totals.storage} />],
    [text('alarms'), formatNumber(totals.alarms)],
  ];
  return (
    <dl className={styles.totals}>
      {figures.map(([name, figure, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {figure}
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const statuses = ['CONNECTED', 'qrcode', 'PAIRING', 'OPENING', 'DISCONNECTED', 'TIMEOUT'] as const;

function Connections({ connections }: { connections: Record<string, number> }) {
  const text = useMessages(overviewMessages);
  const said = (status: (typeof statuses)[number], n: number) =>
    n === 1 && (status === 'CONNECTED' || status === 'DISCONNECTED') ? text(`one${status}`) : text(status, { n });
  const known = statuses.flatMap((status) => (connections[status] ? [said(status, connections[status])] : []));
  return known.length === 0 ? '0' : known.join(' · ');
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

function Size({ bytes }: { bytes: number }) {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatNumber(Math.round((bytes / 1024 ** power) * 10) / 10)} ${units[power]}`;
}
