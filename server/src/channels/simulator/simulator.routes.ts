import { simulatorApi } from '@prosa/contracts/simulator';
import { refuse } from '../../platform/errors.ts';
import { type Call, type Http, mount } from '../../platform/http.ts';
import { findMediaByKey, keepMedia } from '../../platform/media.ts';
import type { Scope } from '../../platform/scope.ts';
import { signAddress, verifyAddress } from '../../platform/signed-address.ts';
import { listPhones, openNetwork, pair, readPhone, receipt, setFaults, write } from './network.ts';

const addressMinutes = 60;

export function simulatorRoutes(http: Http): void {
  mount(http, simulatorApi.scan, 'simulator:drive', async (scope, { params }) => {
    await pair(scope, params.whatsappId);
    return { message: 'Paired' };
  });
  mount(http, simulatorApi.write, 'simulator:drive', async (scope, { params, body }, call) => {
    await openNetwork(scope, params.whatsappId);
    const media = await mediaOf(scope, call, body.mediaUrl);
    const id = await write(scope, params.whatsappId, { ...body, mediaType: body.mediaType ?? media?.kind }, media?.id ?? null);
    return { id };
  });
  mount(http, simulatorApi.read, 'simulator:drive', async (scope, { params, query }) => {
    const rows = await readPhone(scope, params.whatsappId, query.number);
    const expires = new Date(scope.now.getTime() + addressMinutes * 60_000);
    return rows.map(({ mediaKey, ...row }) => ({
      ...row,
      mediaUrl: mediaKey && signAddress(scope.platform.secrets, { key: mediaKey, companyId: scope.companyId, expires }),
    }));
  });
  mount(http, simulatorApi.phones, 'simulator:drive', (scope, { params }) => listPhones(scope, params.whatsappId));
  mount(http, simulatorApi.receipt, 'simulator:drive', async (scope, { params, body }) => {
    await receipt(scope, params.whatsappId, body.id, body.ack);
    return { message: 'Receipt sent' };
  });
  mount(http, simulatorApi.call, 'simulator:drive', async (scope, { params, body }) => {
    const id = await write(scope, params.whatsappId, { ...body, body: '', fromMe: false, mediaType: 'call_log' }, null);
    return { id };
  });
  mount(http, simulatorApi.faults, 'simulator:drive', (scope, { params, body }) => setFaults(scope, params.whatsappId, body));
}

/** An uploaded file, or one that we store already and the caller holds the address of. Nothing is ever fetched from elsewhere. */
async function mediaOf(scope: Scope, { uploads }: Call, address: string | undefined) {
  const [upload] = uploads;
  if (upload) return keepMedia(scope, upload);
  if (!address) return undefined;
  const [, key = '', search] = /^(?:https?:\/\/[^/]+)?\/public\/([^?]+)\?(.*)$/.exec(address) ?? [];
  const signed = verifyAddress(scope.platform.secrets, { key, query: Object.fromEntries(new URLSearchParams(search)) }, scope.now);
  return (signed?.companyId === scope.companyId && (await findMediaByKey(scope, key))) || refuse('ERR_NO_FILE_FOUND');
}
