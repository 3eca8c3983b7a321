import type { Connection } from '@prosa/contracts/connections';
import { lazy, Suspense, useRef } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { CheckIcon, HistoryIcon, PlugIcon } from '../../ui/icons/icons.tsx';
import type { ListColumn } from '../../ui/lists/ListTable.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { usePlanLimit } from '../companies/plan-limit.tsx';
import { CloudSetupDialog } from './CloudSection.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import styles from './Connections.module.css';
import { connections, useConnectionsLive } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';
import { ledgerMessages } from './ledger.messages.ts';
import { ProviderIcon } from './ProviderChoice.tsx';
import { providersMessages } from './providers.messages.ts';
import { QrDialog } from './QrDialog.tsx';
import { SessionButtons } from './SessionButtons.tsx';
import { StatusCell } from './StatusCell.tsx';

const LedgerDialog = lazy(async () => ({ default: (await import('./LedgerDialog.tsx')).LedgerDialog }));

export function ConnectionsPage() {
  const mayEdit = useCan('connections-page:editOrDeleteConnection');
  const mayAct = useCan('connections-page:actionButtons');
  const columns = useColumns();
  const ledger = useLedgerAction();
  /** What was just typed as verify token: shown once more for Meta's panel, and told by nobody afterwards. */
  const verifyToken = useRef<string>(undefined);
  useConnectionsLive();
  return (
    <RecordsPage
      records={connections}
      messages={connectionsMessages}
      icon={<PlugIcon />}
      columns={columns}
      planLimit={usePlanLimit('connections')}
      form={(connection, handlers) => (
        <ConnectionDialog
          connection={connection}
          onVerifyToken={(token) => {
            verifyToken.current = token;
          }}
          {...handlers}
        />
      )}
      mayAdd={useCan('connections-page:addConnection')}
      mayEdit={mayEdit}
      mayRemove={mayEdit}
      opensByClick={false}
      {...(mayAct && { rowActions: ledger })}
      onAdded={(connection, show) =>
        connection.provider === 'cloud' ? showSetup(connection, show, verifyToken.current) : showQr(connection, show)
      }
    />
  );
}

function showQr(connection: Connection, show: Show): void {
  show((close) => <QrDialog connection={connection} onClose={close} />);
}

function showSetup({ id, name }: Connection, show: Show, verifyToken?: string): void {
  show((close) => <CloudSetupDialog connectionId={id} name={name} verifyToken={verifyToken} onClose={close} />);
}

/** The timeline of a connection, loaded when somebody asks for it. */
function useLedgerAction(): (connection: Connection, show: Show) => RowAction[] {
  const text = useMessages(ledgerMessages);
  return (connection, show) => [
    {
      key: 'ledger',
      label: text('open', { name: connection.name }),
      short: text('short'),
      icon: <HistoryIcon />,
      letter: 'h',
      onSelect: () =>
        show((close) => (
          <Suspense>
            <LedgerDialog connection={connection} onClose={close} />
          </Suspense>
        )),
    },
  ];
}

function useColumns(): (show: Show) => ListColumn<Connection>[] {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const mayAct = useCan('connections-page:actionButtons');
  const mayEdit = useCan('connections-page:editOrDeleteConnection');
  const session = (show: Show): ListColumn<Connection> => ({
    key: 'session',
    header: text('session'),
    buttons: true,
    cell: (connection) => (
      <SessionButtons
        connection={connection}
        onShowQr={() => showQr(connection, show)}
        onCredentials={mayEdit ? () => show((close) => <ConnectionDialog connection={connection} onClose={close} />) : undefined}
        onSetup={() => showSetup(connection, show)}
      />
    ),
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
    { key: 'name', header: common('name'), leads: true, cell: (connection) => <NameAndKind connection={connection} /> },
    { key: 'status', header: common('status'), cell: (connection) => <StatusCell {...{ connection, mayAct }} /> },
    ...(mayAct ? [session(show)] : []),
    { key: 'updatedAt', header: text('updatedAt'), width: '146px', spare: 'tight', cell: ({ updatedAt }) => formatDateTime(updatedAt) },
    { key: 'default', header: text('isDefault'), width: '84px', cell: isDefault },
  ];
}

function NameAndKind({ connection: { name, provider } }: { connection: Connection }) {
  const text = useMessages(providersMessages);
  return (
    <span className={styles.name} title={text(provider)}>
      <ProviderIcon provider={provider} />
      <span className={styles.named}>
        <b title={name}>{name}</b>
        <small>{text(`${provider}_short`)}</small>
      </span>
    </span>
  );
}
