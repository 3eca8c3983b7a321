import { join } from 'node:path';
import pg from 'pg';
import { Gateway } from '../server/src/capabilities/gateway/gateway.ts';
import { noExtras } from '../server/src/channels/features.ts';
import type { Provider, Receiver } from '../server/src/channels/port.ts';
import { readConfig } from '../server/src/platform/boot/config.ts';
import { type RunningServer, startServer } from '../server/src/server.ts';
import { sessionsOnly } from '../server/test/sessions-only.ts';
import { migrations, root } from './site.ts';

export type IngestionBench = { server: RunningServer; owner: pg.Client; receivers: Map<number, Receiver>; close(): Promise<void> };

/** The product without its channels, and a gateway whose connections hand over what we tell them: the way a provider does it. */
export async function openIngestionBench({
  dataDir,
  url,
  password,
}: {
  dataDir: string;
  url: string;
  password: string;
}): Promise<IngestionBench> {
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ROLES: 'web,worker',
    ADMIN_PASSWORD: password,
  });
  const server = await startServer(config, { migrations, web: join(root, 'web', 'dist') });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`
    update connections set wanted = true;
    update connection_leases set expires_at = '-infinity';
    delete from inbox`);
  const { rows } = await owner.query<{ wanted: number }>('select count(*)::int as wanted from connections');
  const receivers = new Map<number, Receiver>();
  let allOpen = () => {};
  const opened = new Promise<void>((resolve) => {
    allOpen = resolve;
  });
  const provider: Provider = {
    open(receiver) {
      receivers.set(receiver.connectionId, receiver);
      if (receivers.size === rows[0]?.wanted) allOpen();
      const sent = async () => ({ outcome: 'sent' }) as const;
      return { ...noExtras, isOpen: () => true, send: sent, retract: sent, onOpen: () => undefined, close: async () => undefined };
    },
    ...sessionsOnly,
  };
  const gateway = new Gateway(server.platform, { owner: config.node, leaseSeconds: 15, providers: { simulator: provider } });
  await opened;
  const close = async () => {
    await gateway.stop();
    await owner.query(
      `
        update connections
        set wanted = false
        where name = 'Principal' and company_id > (select min(company_id) from connections)`,
    );
    await owner.end();
    await server.stop();
  };
  return { server, owner, receivers, close };
}
