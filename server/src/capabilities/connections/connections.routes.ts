import { type CloudView, connectionsApi } from '@prosa/contracts/connections';
import type { z } from 'zod';
import type { NumberCheck, Provider } from '../../channels/port.ts';
import { refuse } from '../../platform/errors.ts';
import { type Http, limit, mount } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import {
  createConnection,
  endInLedger,
  isTokenTaken,
  type ReleaseConversations,
  removeConnection,
  renewToken,
  startConnection,
  stopConnection,
  updateConnection,
} from './connections.actions.ts';
import { findConnection, findConnectionDetail, listConnections } from './connections.queries.ts';
import { listLedger } from './ledger.actions.ts';
import { acceptNotice, findNotice } from './notice.actions.ts';
import { askForCode, awaitCode } from './pairing.actions.ts';

export function connectionsRoutes(http: Http, providers: Record<string, Provider>, releaseConversations: ReleaseConversations): void {
  const { publicUrl = '' } = http.config;
  /** To be entered elsewhere: in full where the server knows its own address. */
  const inFull = <D extends { cloud: z.output<typeof CloudView> | null }>(detail: D): D =>
    detail.cloud ? { ...detail, cloud: { ...detail.cloud, webhookUrl: publicUrl + detail.cloud.webhookUrl } } : detail;
  mount(http, connectionsApi.list, 'connections:list', (scope) => listConnections(scope));
  mount(http, connectionsApi.show, 'connections-page:actionButtons', async (scope, { params }) =>
    inFull((await findConnectionDetail(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND')),
  );
  mountInSteps(http, connectionsApi.create, 'connections-page:addConnection', {
    read: (scope, { body }) => isTokenTaken(scope, body.token),
    talk: (isTaken, { caller }) => countTokenGuess(http, caller.userId, isTaken),
    write: async (scope, { body }, isTaken) => inFull(isTaken ? refuse('ERR_CONFLICT') : await createConnection(scope, body)),
  });
  mountInSteps(http, connectionsApi.update, 'connections-page:editOrDeleteConnection', {
    read: (scope, { params, body }) => isTokenTaken(scope, body.token, params.id),
    talk: (isTaken, { caller }) => countTokenGuess(http, caller.userId, isTaken),
    write: async (scope, { params, body }, isTaken) =>
      inFull(isTaken ? refuse('ERR_CONFLICT') : await updateConnection(scope, params.id, body)),
  });
  mount(http, connectionsApi.remove, 'connections-page:editOrDeleteConnection', async (scope, { params }) => {
    const { provider } = (await findConnection(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND');
    await removeConnection(scope, params.id, releaseConversations);
    await providers[provider]?.forget(scope, params.id);
    return { message: 'Connection deleted' };
  });
  mountInSteps(http, connectionsApi.templates, 'tickets:handle', {
    read: async (scope, { params }) => (await findConnection(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND'),
    talk: async ({ id, provider }, { caller }) => {
      const asked = providers[provider];
      return asked?.features.has('templates') ? asked.templates({ companyId: caller.companyId, connectionId: id }) : [];
    },
    write: async (_scope, _input, templates) => templates,
  });
  mount(http, connectionsApi.newToken, 'connections-page:editOrDeleteConnection', async (scope, { params }) =>
    inFull(await renewToken(scope, params.id)),
  );
  mountCheck(http, providers);
  mount(http, connectionsApi.start, 'connections-page:actionButtons', async (scope, { params }) => {
    await startConnection(scope, params.id);
    return { message: 'Starting session' };
  });
  mount(http, connectionsApi.newQr, 'connections-page:actionButtons', async (scope, { params }) => {
    const { provider } = (await findConnection(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND');
    await providers[provider]?.forget(scope, params.id);
    await startConnection(scope, params.id);
    await endInLedger(scope, params.id);
    return { message: 'Starting session with a new QR code' };
  });
  mount(http, connectionsApi.disconnect, 'connections-page:actionButtons', async (scope, { params }) => {
    const { provider } = (await findConnection(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND');
    await providers[provider]?.forget(scope, params.id);
    await stopConnection(scope, params.id);
    return { message: 'Disconnected' };
  });
  mountRest(http, providers);
}

/** A token that is taken may be somebody's guess at it: it counts like a wrong token of a call. */
async function countTokenGuess(http: Http, userId: number, isTaken: boolean): Promise<boolean> {
  if (isTaken) await limit(http, 'failedToken', `user:${userId}`);
  return isTaken;
}

/** Pairing by code, the notice before it, and what a connection has been through. */
function mountRest(http: Http, providers: Record<string, Provider>): void {
  mountInSteps(http, connectionsApi.pairingCode, 'connections-page:actionButtons', {
    read: (scope, { params, body }) => askForCode(scope, params.id, body.number, providers),
    talk: (asked, { caller }) => awaitCode(http.platform, caller.companyId, asked),
    write: async (_scope, _input, code) => ({ code: code ?? refuse('ERR_WAPP_NOT_INITIALIZED') }),
  });
  mount(http, connectionsApi.notice, 'connections-page:addConnection', findNotice);
  mount(http, connectionsApi.acceptNotice, 'connections-page:addConnection', acceptNotice);
  mount(http, connectionsApi.ledger, 'connections-page:actionButtons', async (scope, { params, query }) => {
    if (!(await findConnection(scope, params.id))) refuse('ERR_NO_WAPP_FOUND');
    return listLedger(scope, params.id, query.pageNumber);
  });
}

/** Asks the network who a connection's number is. */
function mountCheck(http: Http, providers: Record<string, Provider>): void {
  mountInSteps(http, connectionsApi.test, 'connections-page:actionButtons', {
    read: async (scope, { params }) => {
      const detail = (await findConnectionDetail(scope, params.id)) ?? refuse('ERR_NO_WAPP_FOUND');
      const missing = detail.cloud?.missing ?? [];
      return missing.length > 0 ? refuse('ERR_WAPP_CREDENTIALS', { missing }) : detail;
    },
    talk: async ({ provider }, { caller: { companyId }, input: { params } }): Promise<NumberCheck> =>
      (await providers[provider]?.checkNumber?.({ companyId, connectionId: params.id })) ?? {
        outcome: 'refused',
        error: 'ERR_WAPP_UNSUPPORTED',
      },
    write: async (_scope, _input, check) => (check.outcome === 'known' ? check : refuse(check.error)),
  });
}
