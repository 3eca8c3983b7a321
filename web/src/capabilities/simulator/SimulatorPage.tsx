import type { Connection } from '@prosa/contracts/connections';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { DeviceIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useConnections, useConnectionsLive, useSessionAction } from '../connections/connections.data.ts';
import { type Customer, CustomerPicker } from './CustomerPicker.tsx';
import { FaultsPanel } from './FaultsPanel.tsx';
import { Phone } from './Phone.tsx';
import styles from './Simulator.module.css';
import { usePhones, useScan } from './simulator.data.ts';
import { simulatorMessages } from './simulator.messages.ts';

/** A phone on the screen, to try out and to train: write as a customer, see what the business sent. */
export function SimulatorPage() {
  const text = useMessages(simulatorMessages);
  const common = useMessages(commonMessages);
  const [search, setSearch] = useSearchParams();
  const connections = useConnections();
  useConnectionsLive();
  const simulated = connections.data?.filter((connection) => connection.provider === 'simulator');
  const chosen = simulated?.find((connection) => String(connection.id) === search.get('whatsappId')) ?? simulated?.[0];

  return (
    <Page title={text('title')} count={text('intro')}>
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
      {simulated?.length === 0 && (
        <Card>
          <EmptyState
            icon={<DeviceIcon />}
            title={text('none')}
            body={text('noneBody')}
            action={<Link href="/connections">{text('toConnections')}</Link>}
          />
        </Card>
      )}
      {simulated && chosen && (
        <Desk key={chosen.id} connection={chosen} connections={simulated} onChoose={(id) => setSearch({ whatsappId: id })} />
      )}
    </Page>
  );
}

type DeskProps = { connection: Connection; connections: readonly Connection[]; onChoose: (id: string) => void };

function Desk({ connection, connections, onChoose }: DeskProps) {
  const text = useMessages(simulatorMessages);
  const [chosen, setCustomer] = useState<Customer>();
  const phones = usePhones(connection.id);
  const someone = { number: '5511987654321', name: text('someone') };
  // Initially the last customer, or a made-up one. Later messages must not switch the phone.
  if (!chosen && phones.data) setCustomer(phones.data[0] ?? someone);
  const customer = chosen ?? someone;
  const options = connections.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={styles.desk}>
      <div className={styles.side}>
        <section className={styles.card}>
          <Select label={text('connection')} value={String(connection.id)} options={options} onChange={onChoose} />
          <SessionState connection={connection} />
        </section>
        <CustomerPicker whatsappId={connection.id} customer={customer} onChange={setCustomer} />
      </div>
      <div className={styles.hand}>
        <Phone key={customer.number} whatsappId={connection.id} customer={customer} />
      </div>
      <FaultsPanel whatsappId={connection.id} />
    </div>
  );
}

/** The state of the connection while it is not connected, with the action to fix it. */
function SessionState({ connection: { id, status } }: { connection: Connection }) {
  const text = useMessages(simulatorMessages);
  const scan = useScan(id);
  const session = useSessionAction();
  if (status === 'CONNECTED') return null;
  if (status === 'qrcode') {
    return (
      <Banner
        inset
        action={
          <Button kind="primary" busy={scan.isPending} onClick={() => scan.mutate()}>
            {text('scan')}
          </Button>
        }
      >
        {text('waitsForScan')}
      </Banner>
    );
  }
  if (status === 'OPENING' || status === 'PAIRING')
    return (
      <Banner inset tone="info">
        {text('starting')}
      </Banner>
    );
  const action = status === 'DISCONNECTED' ? 'start' : 'newQr';
  return (
    <Banner
      inset
      tone="danger"
      action={
        <Button busy={session.isPending} onClick={() => session.mutate({ id, action })}>
          {text('start')}
        </Button>
      }
    >
      {text('notConnected')}
    </Banner>
  );
}
