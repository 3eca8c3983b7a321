import type { ConnectionStatus } from '@prosa/contracts/connections';
import { and, asc, count, eq, isNull, type SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { cloudView } from './cloud-credentials.ts';
import { connections } from './connections.table.ts';

const queuesOfConnection = sql<Array<{ id: number; name: string; color: string }>>`coalesce((
  select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by cq.position)
  from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.company_id = connections.company_id and cq.connection_id = connections.id), '[]')`;

/** The session's last reported status, while the node that runs it lives. */
const shownStatus = sql<ConnectionStatus>`shown_status(connections.status, connections.id, connections.session_epoch)`;

const connectionColumns = {
  id: connections.id,
  name: connections.name,
  status: shownStatus,
  isDefault: connections.isDefault,
  provider: connections.provider,
  retries: connections.retries,
  qrcode: sql<string>`case when ${shownStatus} = 'qrcode' then connections.qrcode else '' end`,
  tokenSealed: connections.tokenSealed,
  credentialsSealed: connections.credentialsSealed,
  phoneNumberId: connections.phoneNumberId,
  wabaId: connections.wabaId,
  greetingMessage: connections.greetingMessage,
  complationMessage: connections.complationMessage,
  outOfHoursMessage: connections.outOfHoursMessage,
  ratingMessage: connections.ratingMessage,
  timeSendQueue: connections.timeSendQueue,
  sendIdQueue: connections.sendIdQueue,
  createdAt: connections.createdAt,
  updatedAt: connections.updatedAt,
  queues: queuesOfConnection,
};

/** Removed connections are only kept for their messages. */
const isNotRemoved = isNull(connections.removedAt);

async function selectConnections(scope: Scope, where?: SQL) {
  const rows = await scope.tx
    .select(connectionColumns)
    .from(connections)
    .where(and(isNotRemoved, where))
    .orderBy(asc(connections.name), asc(connections.id));
  return rows.map((row) => ({ ...row, queueIds: row.queues.map(({ id }) => id) }));
}

export const listConnections = (scope: Scope) => selectConnections(scope);

export async function findConnection(scope: Scope, id: number) {
  const [connection] = await selectConnections(scope, eq(connections.id, id));
  return connection;
}

/** The connection with its decrypted token, for admins. */
export async function findConnectionDetail(scope: Scope, id: number) {
  const connection = await findConnection(scope, id);
  if (!connection) return undefined;
  const token = scope.platform.secrets.open(connection.tokenSealed, tokenContext(scope.companyId));
  return { ...connection, cloud: cloudView(scope, connection), token };
}

export async function countConnections(scope: Scope) {
  const [row] = await scope.tx.select({ count: count() }).from(connections).where(isNotRemoved);
  return row?.count ?? 0;
}

/** Encryption context: a token copied to another company can not be decrypted. */
export const tokenContext = (companyId: number) => `connections.token:${companyId}`;
