import { type ConnectionInput, type ConnectionUpdate, connectionLive, isChosenTokenLongEnough } from '@prosa/contracts/connections';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { isSameText, randomToken } from '../../platform/crypto-tokens.ts';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { planLimit } from '../companies/companies.queries.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { storeCloud } from './cloud-credentials.ts';
import { generateToken, isGeneratedToken } from './connection-token.ts';
import { countConnections, findConnection, findConnectionDetail, tokenContext } from './connections.queries.ts';
import { needsGreeting } from './connections.rules.ts';
import { connectionQueues, connections } from './connections.table.ts';
import { breakEveryLease, breakLease } from './leases.ts';
import { noteInLedger } from './ledger.actions.ts';

const storedColumns = {
  id: connections.id,
  provider: connections.provider,
  phoneNumberId: connections.phoneNumberId,
  wabaId: connections.wabaId,
  credentialsSealed: connections.credentialsSealed,
};

/** The first connection of a company is its default; it starts at once. */
export async function createConnection(scope: Scope, { queueIds, token, isDefault, cloud, ...input }: ConnectionInput) {
  const limit = await planLimit(scope, 'connections');
  const standing = await countConnections(scope);
  if (standing >= limit) refuse('ERR_PLAN_LIMIT', { limit });
  if (needsGreeting(queueIds, input.greetingMessage)) refuse('ERR_WAPP_GREETING_REQUIRED');
  if (token) assertMayBeChosen(token);
  await assertQueuesExist(scope, [...queueIds, ...(input.sendIdQueue ? [input.sendIdQueue] : [])]);
  const becomesDefault = standing === 0 || isDefault === true;
  if (becomesDefault) await unsetDefault(scope, 0);
  const [row] = await scope.tx
    .insert(connections)
    .values({ ...input, ...sealToken(scope, token ?? randomToken()), isDefault: becomesDefault })
    .returning(storedColumns)
    .catch(refuseDuplicate);
  if (!row) throw new Error('no connection was created');
  // A generated token carries the id, which is known only now.
  if (!token) await storeGeneratedToken(scope, row.id);
  if (cloud && input.provider === 'cloud') await storeCloud(scope, row, cloud).catch(refuseDuplicate);
  await setQueues(scope, row.id, queueIds);
  scope.wake('connections');
  return announce(scope, row.id);
}

export async function updateConnection(
  scope: Scope,
  id: number,
  { queueIds, token, isDefault, cloud, ...changes }: z.output<typeof ConnectionUpdate>,
) {
  // Serialises concurrent changes of the default connection.
  if (isDefault) await planLimit(scope, 'connections');
  const current = (await findConnection(scope, id)) ?? refuse('ERR_NO_WAPP_FOUND');
  if (needsGreeting(queueIds ?? current.queueIds, changes.greetingMessage ?? current.greetingMessage)) refuse('ERR_WAPP_GREETING_REQUIRED');
  await assertQueuesExist(scope, [...(queueIds ?? []), ...(changes.sendIdQueue ? [changes.sendIdQueue] : [])]);
  // The only connection always stays the default: forms send false for a field they do not show.
  if (isDefault === false && current.isDefault && (await countConnections(scope)) > 1) refuse('ERR_NO_OTHER_WHATSAPP');
  if (isDefault) await unsetDefault(scope, id);
  const isNewToken = token !== undefined && !isStoredToken(scope, current, token);
  if (isNewToken) assertMayBeChosen(token);
  const set = { ...changes, ...(isNewToken && sealToken(scope, token)), ...(isDefault && { isDefault }), updatedAt: scope.now };
  await scope.tx.update(connections).set(set).where(eq(connections.id, id)).catch(refuseDuplicate);
  if (queueIds) await setQueues(scope, id, queueIds);
  // With other credentials it is another session.
  if (cloud && current.provider === 'cloud' && (await storeCloud(scope, current, cloud).catch(refuseDuplicate)))
    await startConnection(scope, id);
  return announce(scope, id);
}

/** Closes the conversations of a connection that is being removed. */
export type ReleaseConversations = (scope: Scope, connectionId: number) => Promise<void>;

/** Removes a connection. If others exist, one of them must be made the default first. Its messages stay; its live tickets are closed. */
export async function removeConnection(scope: Scope, id: number, releaseConversations: ReleaseConversations) {
  await planLimit(scope, 'connections');
  const connection = (await findConnection(scope, id)) ?? refuse('ERR_NO_WAPP_FOUND');
  if (connection.isDefault && (await countConnections(scope)) > 1) refuse('ERR_NO_OTHER_WHATSAPP');
  await breakLease(scope, id);
  await releaseConversations(scope, id);
  await setQueues(scope, id, []);
  const gone = {
    removedAt: scope.now,
    isDefault: false,
    wanted: false,
    status: 'DISCONNECTED',
    qrcode: '',
    credentialsSealed: null,
    phoneNumberId: null,
    wabaId: null,
  } as const;
  await scope.tx
    .update(connections)
    .set({ ...gone, ...sealToken(scope, randomToken()) })
    .where(eq(connections.id, id));
  // What was begun on it meanwhile is seen now that its row is held: whoever begins something asks for that row first.
  await releaseConversations(scope, id);
  scope.wake('connections');
  scope.emit(connectionLive, { action: 'delete', whatsappId: id }, everybody);
}

/** All connections of a company that is being deleted: whoever runs one may write nothing more, and their tokens open nothing. */
export async function removeEveryConnection(scope: Scope): Promise<void> {
  await breakEveryLease(scope);
  const gone = {
    removedAt: scope.now,
    isDefault: false,
    wanted: false,
    status: 'DISCONNECTED',
    qrcode: '',
    credentialsSealed: null,
  } as const;
  await scope.tx.update(connections).set({ ...gone, tokenHash: sql`'deleted ' || ${connections.id}` });
  scope.wake('connections');
}

export async function renewToken(scope: Scope, id: number) {
  if (!(await findConnection(scope, id))) refuse('ERR_NO_WAPP_FOUND');
  await storeGeneratedToken(scope, id);
  return announce(scope, id);
}

async function storeGeneratedToken(scope: Scope, id: number): Promise<void> {
  const set = { ...sealToken(scope, generateToken(id)), updatedAt: scope.now };
  await scope.tx.update(connections).set(set).where(eq(connections.id, id));
}

/** Forms send back the token they were shown, which may be older than today's rules. */
const isStoredToken = ({ platform, companyId }: Scope, { tokenSealed }: { tokenSealed: string }, token: string) =>
  isSameText(platform.secrets.open(tokenSealed, tokenContext(companyId)), token);

/** Tokens of the generated form are not chosen by people: the id in them decides which connection is looked up. */
function assertMayBeChosen(token: string): void {
  const refuseToken = (message: string) => refuse('ERR_VALIDATION', { details: [{ path: 'token', message }] });
  if (!isChosenTokenLongEnough(token)) refuseToken('tooShort');
  if (isGeneratedToken(token)) refuseToken('reserved');
}

/** Whether another connection of the company uses the token. The unique index decides; this tells it before the change. */
export async function isTokenTaken(scope: Scope, token: string | undefined, exceptId = 0): Promise<boolean> {
  if (token === undefined) return false;
  const [taken] = await scope.tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.tokenHash, scope.platform.secrets.hash(token)), ne(connections.id, exceptId)));
  return taken !== undefined;
}

/** Restarts the session: the current holder loses the lease and a node claims it again. */
export async function startConnection(scope: Scope, id: number) {
  await changeSession(scope, id, { wanted: true, status: 'OPENING', qrcode: '', retries: 0 });
}

export async function stopConnection(scope: Scope, id: number) {
  await changeSession(scope, id, { wanted: false, status: 'DISCONNECTED', qrcode: '', retries: 0 });
  await endInLedger(scope, id);
}

/** Somebody ends the session: its timeline says so. Called when the lease is broken and the connection's row is locked. */
export async function endInLedger(scope: Scope, connectionId: number) {
  await noteInLedger(scope, { connectionId, epoch: 0 }, { status: 'DISCONNECTED', why: 'stopped' }, null);
}

async function changeSession(
  scope: Scope,
  id: number,
  change: { wanted: boolean; status: 'OPENING' | 'DISCONNECTED'; qrcode: string; retries: number },
) {
  await breakLease(scope, id);
  const moved = await scope.tx
    .update(connections)
    .set({ ...change, updatedAt: scope.now })
    .where(and(eq(connections.id, id), isNull(connections.removedAt)))
    .returning({ id: connections.id });
  if (moved.length === 0) refuse('ERR_NO_WAPP_FOUND');
  scope.wake('connections');
  await announce(scope, id);
}

/** Also announces the former default, since every screen shows it. */
async function unsetDefault(scope: Scope, except: number) {
  const before = await scope.tx
    .update(connections)
    .set({ isDefault: false })
    .where(and(eq(connections.isDefault, true), ne(connections.id, except)))
    .returning({ id: connections.id });
  for (const { id } of before) await announce(scope, id);
}

async function setQueues(scope: Scope, connectionId: number, queueIds: number[]) {
  await scope.tx.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId));
  const distinct = [...new Set(queueIds)];
  if (distinct.length > 0)
    await scope.tx.insert(connectionQueues).values(distinct.map((queueId, position) => ({ connectionId, queueId, position })));
}

const sealToken = ({ platform, companyId }: Scope, token: string) => ({
  tokenSealed: platform.secrets.seal(token, tokenContext(companyId)),
  tokenHash: platform.secrets.hash(token),
});

function refuseDuplicate(error: unknown): never {
  const unique = ['connections_token', 'connections_name', 'connections_cloud_number'];
  if (unique.includes(violatedConstraint(error) ?? '')) refuse('ERR_CONFLICT');
  throw error;
}

async function announce(scope: Scope, id: number) {
  const connection = (await findConnectionDetail(scope, id)) ?? refuse('ERR_NO_WAPP_FOUND');
  scope.emit(connectionLive, { action: 'update', whatsapp: connection }, everybody);
  return connection;
}
