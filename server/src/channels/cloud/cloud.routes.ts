import { createHmac } from 'node:crypto';
import { hooksApi } from '@prosa/contracts/hooks';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { isSameText } from '../../platform/crypto-tokens.ts';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, inputOf, mountPublic, register } from '../../platform/http/http.ts';
import { rawBodyOf } from '../../platform/http/raw-body.ts';
import { sourceOf } from '../../platform/http/trusted-proxy.ts';
import { addToContext } from '../../platform/work-context.ts';
import type { ConnectionRef, Frame } from '../port.ts';
import { readAccount, type StoredAccount } from './account.ts';
import { noteTold, takeIn } from './arrival.ts';
import { changesIn } from './envelope.ts';

/** Keeps frames for a connection in the caller's transaction. */
type StoreFrames = (scope: Scope, connectionId: number, frames: Frame[]) => Promise<void>;

const maxBodyBytes = 3 * 1024 * 1024;

/** Where Meta tells what happens. It is answered after the commit: what is not answered comes again. */
export function cloudRoutes(http: Http, storeFrames: StoreFrames): void {
  const { platform } = http;
  const companyOf = openCompanies(platform);
  const accountOf = async (request: FastifyRequest, connectionId: number) => {
    const companyId = await companyOf(connectionId, sourceOf(request.ip));
    if (companyId === undefined) return undefined;
    addToContext({ companyId, connectionId });
    const connection = { companyId, connectionId };
    const account = await readAccount(platform, connection);
    return account && { connection, account };
  };

  mountPublic(http, hooksApi.verifyCloud, async ({ params, query }, { request }) => {
    const { verifyToken } = (await accountOf(request, params.whatsappId))?.account ?? {};
    const isRight = verifyToken !== undefined && isSameText(query['hub.verify_token'], verifyToken);
    if (!isRight || query['hub.mode'] !== 'subscribe') refuse('ERR_INVALID_VERIFY_TOKEN');
    return query['hub.challenge'];
  });

  register(
    http,
    { endpoint: hooksApi.cloud, policy: 'signed' },
    async (request) => {
      const connectionId = hooksApi.cloud.params.parse(request.params).whatsappId;
      const found = await accountOf(request, connectionId);
      if (!found || !isSigned(found.account, request)) refuse('ERR_INVALID_SIGNATURE');
      const { body } = inputOf(hooksApi.cloud, request);
      await receive(platform, found.connection, found.account, body, storeFrames);
      crashPoint('cloud.webhook-stored');
      return { message: 'Received' };
    },
    { rawBody: true },
    { bodyLimit: maxBodyBytes },
  );
}

function isSigned({ appSecret }: StoredAccount, request: FastifyRequest): boolean {
  const given = request.headers['x-hub-signature-256'];
  if (appSecret === undefined || typeof given !== 'string') return false;
  return isSameText(given.toLowerCase(), `sha256=${createHmac('sha256', appSecret).update(rawBodyOf(request)).digest('hex')}`);
}

async function receive(
  platform: Platform,
  { companyId, connectionId }: ConnectionRef,
  { phoneNumberId }: StoredAccount,
  body: unknown,
  store: StoreFrames,
): Promise<void> {
  const changes = changesIn(body);
  const identities = await inScope(platform, { companyId, visitor: `cloud:${connectionId}` }, (scope) =>
    takeIn(scope, { connectionId, phoneNumberId, changes }, (frames) => store(scope, connectionId, frames)),
  );
  noteTold(connectionId, identities);
}

const FoundRow = z.object({ companyId: z.int() });
const maxKnown = 10_000;

/** Whose connection it is. That never changes, so it is asked once; whether it is still there is asked each time, in its company. */
function openCompanies(platform: Platform) {
  const known = new Map<number, number>();
  return async (connectionId: number, stranger: string): Promise<number | undefined> => {
    const before = known.get(connectionId);
    if (before !== undefined) return before;
    const [found] = await acrossCompanies({ ...platform, stranger }, (_tx, query) =>
      rowsFrom(query, FoundRow, `select company_id as "companyId" from connections where id = $1 and removed_at is null`, [connectionId]),
    );
    if (found === undefined) return undefined;
    if (known.size >= maxKnown) known.clear();
    known.set(connectionId, found.companyId);
    return found.companyId;
  };
}
