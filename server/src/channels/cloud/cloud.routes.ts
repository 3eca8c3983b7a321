import { hooksApi } from '@prosa/contracts/hooks';
import type { FastifyRequest } from 'fastify';
import { crashPoint } from '../../platform/crash-points.ts';
import { isSameText } from '../../platform/crypto-tokens.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, inputOf, mountPublic, register } from '../../platform/http/http.ts';
import { parseJson } from '../../platform/http/json-body.ts';
import { addressOf } from '../../platform/http/request-context.ts';
import { rawBodyOf, refundBody, withBodyLimit } from '../../platform/http/route.ts';
import { isSignedWith, refuseSignature } from '../../platform/http/signed-webhook.ts';
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
    const { verifyToken } = (await accountOf(params.whatsappId, sourceOf(addressOf(request))))?.account ?? {};
    const isRight = verifyToken !== undefined && isSameText(query['hub.verify_token'], verifyToken);
    if (!isRight || query['hub.mode'] !== 'subscribe') refuse('ERR_INVALID_VERIFY_TOKEN');
    return query['hub.challenge'];
  });

  const accountOfCall = (request: FastifyRequest) =>
    accountOf(hooksApi.cloud.params.parse(request.params).whatsappId, sourceOf(addressOf(request)));
  register(
    withBodyLimit(http, maxBodyBytes),
    { endpoint: hooksApi.cloud, policy: 'signed' },
    async (request) => {
      const found = await accountOfCall(request);
      const bytes = rawBodyOf(request);
      if (!found?.account.appSecret || !isSignedWith(found.account.appSecret, bytes, signatureOf(request)))
        return refuseSignature(http, request);
      refundBody(http, request);
      addToContext(found.connection);
      const { body } = inputOf(hooksApi.cloud, { params: request.params, query: {}, body: parseJson(bytes.toString()) });
      await receive(platform, found, body, storeFrames);
      crashPoint('cloud.webhook-stored');
      return { message: 'Received' };
    },
    {
      rawBody: true,
      // A call without a well-formed signature is refused before its body is read.
      identify: async (request) => {
        const found = signatureOf(request) === undefined ? undefined : await accountOfCall(request);
        if (!found?.account.appSecret) await refuseSignature(http, request);
      },
    },
  );
}

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const [, signature] = /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-hub-signature-256'])) ?? [];
  return signature;
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
