import { createHmac } from 'node:crypto';
import { hooksApi } from '@prosa/contracts/hooks';
import type { FastifyRequest } from 'fastify';
import { crashPoint } from '../../platform/crash-points.ts';
import { isSameText } from '../../platform/crypto-tokens.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, inputOf, limit, mountPublic, register } from '../../platform/http/http.ts';
import { rawBodyOf } from '../../platform/http/raw-body.ts';
import { sourceOf } from '../../platform/http/trusted-proxy.ts';
import { addToContext } from '../../platform/work-context.ts';
import type { Frame } from '../port.ts';
import { noteTold, takeIn } from './arrival.ts';
import { changesIn } from './envelope.ts';
import { type KnownAccount, openAccounts } from './known-accounts.ts';

/** Keeps frames for a connection in the caller's transaction. */
type StoreFrames = (scope: Scope, connectionId: number, frames: Frame[]) => Promise<void>;

const maxBodyBytes = 3 * 1024 * 1024;

/** Where Meta tells what happens. It is answered after the commit: what is not answered comes again. */
export function cloudRoutes(http: Http, storeFrames: StoreFrames): void {
  const { platform } = http;
  const accountOf = openAccounts(platform);

  mountPublic(http, hooksApi.verifyCloud, async ({ params, query }, { request }) => {
    const { verifyToken } = (await accountOf(params.whatsappId, sourceOf(request.ip)))?.account ?? {};
    const isRight = verifyToken !== undefined && isSameText(query['hub.verify_token'], verifyToken);
    if (!isRight || query['hub.mode'] !== 'subscribe') refuse('ERR_INVALID_VERIFY_TOKEN');
    return query['hub.challenge'];
  });

  register(
    http,
    { endpoint: hooksApi.cloud, policy: 'signed' },
    async (request) => {
      const connectionId = hooksApi.cloud.params.parse(request.params).whatsappId;
      const address = sourceOf(request.ip);
      const found = await accountOf(connectionId, address);
      if (!found || !isSigned(found.account, request)) {
        await limit(http, 'failedSignature', address);
        refuse('ERR_INVALID_SIGNATURE');
      }
      addToContext(found.connection);
      const { body } = inputOf(hooksApi.cloud, request);
      await receive(platform, found, body, storeFrames);
      crashPoint('cloud.webhook-stored');
      return { message: 'Received' };
    },
    { rawBody: true },
    { bodyLimit: maxBodyBytes },
  );
}

function isSigned({ appSecret }: KnownAccount['account'], request: FastifyRequest): boolean {
  const given = request.headers['x-hub-signature-256'];
  if (appSecret === undefined || typeof given !== 'string') return false;
  return isSameText(given.toLowerCase(), `sha256=${createHmac('sha256', appSecret).update(rawBodyOf(request)).digest('hex')}`);
}

async function receive(
  platform: Platform,
  { connection: { companyId, connectionId }, account: { phoneNumberId } }: KnownAccount,
  body: unknown,
  store: StoreFrames,
): Promise<void> {
  const changes = changesIn(body);
  const identities = await inScope(platform, { companyId, visitor: `cloud:${connectionId}` }, (scope) =>
    takeIn(scope, { connectionId, phoneNumberId, changes }, (frames) => store(scope, connectionId, frames)),
  );
  noteTold(connectionId, identities);
}
