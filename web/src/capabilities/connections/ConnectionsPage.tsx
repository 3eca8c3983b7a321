import type { Connection } from '@prosa/contracts/connections';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { CheckIcon, PlugIcon } from '../../ui/icons/icons.tsx';
import type { ListColumn } from '../../ui/lists/ListTable.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import styles from './Connections.module.css';
import { connections, useConnectionsLive } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';
import { QrDialog } from './QrDialog.tsx';
import { SessionButtons } from './SessionButtons.tsx';

const tones: Record<Connection['status'], StatusTone> = {
  qrcode: 'warning',
  DISCONNECTED: 'danger',
  CONNECTED: 'success',
  PAIRING: 'info',
  TIMEOUT: 'warning',
  OPENING: 'neutral',
};

export function ConnectionsPage() {
  const mayEdit = useCan('connections-page:editOrDeleteConnection');
  const columns = useColumns();
  useConnectionsLive();
  return (
    <RecordsPage
      records={connections}
      messages={connectionsMessages}
      icon={<PlugIcon />}
      columns={columns}
      form={(connection, handlers) => <ConnectionDialog connection={connection} {...handlers} />}
      mayAdd={useCan('connections-page:addConnection')}
      mayEdit={mayEdit}
      mayRemove={mayEdit}
      opensByClick={false}
      onAdded={showQr}
    />
  );
}

function showQr(connection: Connection, show: Show): void {
  show((close) => <QrDialog connection={connection} onClose={close} />);
}

function useColumns(): (show: Show) => ListColumn<Connection>[] {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const mayAct = useCan('connections-page:actionButtons');
  const status: ListColumn<Connection>['cell'] = ({ status: now }) => (
    <StatusPill tone={tones[now]} title={text(`hint_${now}`)}>
      {text(now)}
    </StatusPill>
  );
  const session = (show: Show): ListColumn<Connection> => ({
    key: 'session',
    header: text('session'),
    buttons: true,
    cell: (connection) => <SessionButtons connection={connection} onShowQr={() => showQr(connection, show)} />,
  });
  const isDefault: ListColumn<Connection>['cell'] = (connection) =>
    connection.isDefault ? (
      <span className={styles.default}>
        <CheckIcon size={16} />
        {common('yes')}
      </span>
    ) : (
      common('no')
    );
  return (show) => [
    { key: 'name', header: common('name'), leads: true, cell: ({ name }) => <b className={styles.name}>{name}</b> },
    { key: 'status', header: common('status'), cell: status },
    ...(mayAct ? [session(show)] : []),
    { key: 'updatedAt', header: text('updatedAt'), width: '146px', cell: ({ updatedAt }) => formatDateTime(updatedAt) },
    { key: 'default', header: text('isDefault'), width: '84px', cell: isDefault },
  ];
}
