import type { Connection } from '@prosa/contracts/connections';
import { useState } from 'react';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { CheckIcon, PencilIcon, PlugIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { type RowAction, RowActions } from '../../ui/lists/RowActions.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import styles from './Connections.module.css';
import { useConnections, useConnectionsLive, useRemoveConnection } from './connections.data.ts';
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
type Open = { what: 'edit' | 'qr' | 'remove'; connection: Connection } | { what: 'add' };

export function ConnectionsPage() {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const mayAdd = useCan('connections-page:addConnection');
  const narrow = useMedia(narrowScreen);
  const connections = useConnections();
  useConnectionsLive();
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(setOpen);
  const close = () => setOpen(undefined);
  const add = mayAdd && (
    <Button kind="primary" onClick={() => setOpen({ what: 'add' })}>
      {text('add')}
    </Button>
  );

  return (
    <Page title={text('title')} primary={add}>
      {connections.isPending && (
        <Card>
          <SkeletonRows />
        </Card>
      )}
      {connections.isError && !connections.data && (
        <Card>
          <EmptyState
            title={common('listFailed')}
            action={<Button onClick={() => void connections.refetch()}>{common('tryAgain')}</Button>}
          />
        </Card>
      )}
      {connections.data?.length === 0 && (
        <Card>
          <EmptyState icon={<PlugIcon />} title={text('none')} body={text('noneBody')} action={narrow ? undefined : add} />
        </Card>
      )}
      {connections.data && connections.data.length > 0 && (
        <Table caption={text('title')} columns={columns} rows={connections.data} rowKey={(connection) => connection.id} />
      )}
      {open?.what === 'add' && <ConnectionDialog onClose={close} onAdded={(connection) => setOpen({ what: 'qr', connection })} />}
      {open?.what === 'edit' && <ConnectionDialog connection={open.connection} onClose={close} />}
      {open?.what === 'qr' && <QrDialog connection={open.connection} onClose={close} />}
      {open?.what === 'remove' && <RemoveConnection connection={open.connection} onClose={close} />}
    </Page>
  );
}

function useColumns(open: (what: Open) => void): Column<Connection>[] {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const mayAct = useCan('connections-page:actionButtons');
  const mayEdit = useCan('connections-page:editOrDeleteConnection');
  return [
    { key: 'name', header: common('name'), leads: true, cell: ({ name }) => <b className={styles.name}>{name}</b> },
    {
      key: 'status',
      header: common('status'),
      cell: ({ status }) => (
        <StatusPill tone={tones[status]} title={text(`hint_${status}`)}>
          {text(status)}
        </StatusPill>
      ),
    },
    ...(mayAct
      ? [
          {
            key: 'session',
            header: text('session'),
            actions: true,
            cell: (connection: Connection) => <SessionButtons connection={connection} onShowQr={() => open({ what: 'qr', connection })} />,
          },
        ]
      : []),
    {
      key: 'updatedAt',
      header: text('updatedAt'),
      cell: ({ updatedAt }) => <span className={styles.when}>{formatDateTime(updatedAt)}</span>,
    },
    {
      key: 'default',
      header: text('isDefault'),
      cell: ({ isDefault }) =>
        isDefault ? (
          <span className={styles.default}>
            <CheckIcon size={16} />
            {common('yes')}
          </span>
        ) : (
          common('no')
        ),
    },
    ...(mayEdit
      ? [
          {
            key: 'actions',
            header: common('actions'),
            actions: 'corner' as const,
            cell: (connection: Connection) => <RowButtons connection={connection} open={open} />,
          },
        ]
      : []),
  ];
}

function RowButtons({ connection, open }: { connection: Connection; open: (what: Open) => void }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const narrow = useMedia(narrowScreen);
  const { name } = connection;
  const actions: RowAction[] = [
    {
      key: 'edit',
      label: text('editNamed', { name }),
      short: common('edit'),
      icon: <PencilIcon />,
      onSelect: () => open({ what: 'edit', connection }),
    },
    {
      key: 'remove',
      label: text('removeNamed', { name }),
      short: common('delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => open({ what: 'remove', connection }),
    },
  ];
  return <RowActions actions={actions} narrow={narrow} />;
}

function RemoveConnection({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const remove = useRemoveConnection();
  return (
    <RemoveDialog
      {...{ id, remove, onClose }}
      title={common('deleteTitle', { name })}
      body={text('removeBody')}
      removed={text('removed')}
    />
  );
}
