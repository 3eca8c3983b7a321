import { type SimulatedMessage, simulatorApi } from '@prosa/contracts/simulator';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type Call, type Http, mount, mountWith } from '../../platform/http/http.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import { signAddress, verifyAddress } from '../../platform/http/signed-address.ts';
import { findMediaByKey, insertMedia } from '../../platform/http/stored-files.ts';
import { isWritten, openNetwork, pair, queueFrame, receipt, setFaults, write, writePlain } from './network.ts';
import { findTyping } from './people.ts';
import { chatOf, reveal, writePhoneBook } from './phone-book.ts';
import { changeMessage, listPhones, readPhone } from './phones.ts';

const addressMinutes = 60;
/** What phones record. */
const voiceType = 'audio/ogg; codecs=opus';

export function simulatorRoutes(server: Http): void {
  const http = withBodyLimit(server, bodyLimits.bulk);
  mount(http, simulatorApi.scan, 'simulator:drive', async (scope, { params }) => {
    await pair(scope, params.whatsappId);
    return { message: 'Paired' };
  });
  mountWith(
    http,
    simulatorApi.write,
    'simulator:drive',
    async (scope, { params, body }, call) => {
      const plain = isPlain(body, call) ? await writePlain(scope, params.whatsappId, body) : undefined;
      if (plain !== undefined) return { id: plain };
      const network = await openNetwork(scope, params.whatsappId);
      const spokenOf = await changeMessage(scope, params.whatsappId, network, body);
      if (spokenOf !== undefined) return { id: spokenOf };
      // Before its file is noted a second time, which no message would hold.
      if (call.uploads.length > 0 && body.id && (await isWritten(scope, params.whatsappId, body.id))) return { id: body.id };
      const media = await mediaOf(scope, call, body.mediaUrl);
      const message = { ...body, mediaType: body.mediaType ?? media?.kind };
      const more = media?.mimetype === voiceType ? { voice: true } : null;
      return { id: await write(scope, params.whatsappId, network, message, media ?? null, more) };
    },
    async (_, __, uploads) => ({ uploads }),
    { keepsPlans: true },
  );
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
    const { video, ...caller } = body;
    const call = { ...caller, body: '', fromMe: false, mediaType: 'call_log' } as const;
    const network = await openNetwork(scope, params.whatsappId);
    return { id: await write(scope, params.whatsappId, network, call, null, { video }) };
  });
  mountPeople(http);
}

/** What people on the network do besides writing, and how the network behaves. */
function mountPeople(http: Http): void {
  mount(http, simulatorApi.typing, 'simulator:drive', async (scope, { params, body }) => {
    const { faults } = await openNetwork(scope, params.whatsappId);
    const chat = await chatOf(scope, params.whatsappId, body.number, faults.privacyId ?? false);
    await queueFrame(scope, params.whatsappId, { kind: 'typing', chat, state: body.state });
    return { message: 'Told' };
  });
  mount(http, simulatorApi.businessTyping, 'simulator:drive', async (scope, { params, query }) => {
    await openNetwork(scope, params.whatsappId);
    return { state: await findTyping(scope, params.whatsappId, query.number) };
  });
  mount(http, simulatorApi.identity, 'simulator:drive', async (scope, { params, body }) => {
    await openNetwork(scope, params.whatsappId);
    await queueFrame(scope, params.whatsappId, await reveal(scope, params.whatsappId, body.number));
    return { message: 'Number revealed' };
  });
  mount(http, simulatorApi.phoneBook, 'simulator:drive', async (scope, { params, body }) => {
    await openNetwork(scope, params.whatsappId);
    await writePhoneBook(scope, params.whatsappId, body.contacts);
    return { message: 'Phone book written' };
  });
  mount(http, simulatorApi.faults, 'simulator:drive', (scope, { params, body }) => setFaults(scope, params.whatsappId, body));
}

const isPlain = ({ group, mediaUrl, reaction, edit, delete: deletion }: SimulatedMessage, { uploads }: Pick<Call, 'uploads'>) =>
  uploads.length === 0 && !(group ?? mediaUrl ?? reaction ?? edit ?? deletion);

/** An uploaded file, or a stored one whose signed URL the caller has. Nothing is fetched from other hosts. */
async function mediaOf(scope: Scope, { uploads }: Call, address: string | undefined) {
  const [upload] = uploads;
  if (upload) return (await insertMedia(scope, [upload]))[0];
  if (!address) return undefined;
  const [, key = '', search] = /^(?:https?:\/\/[^/]+)?\/public\/([^?]+)\?(.*)$/.exec(address) ?? [];
  const signed = verifyAddress(scope.platform.secrets, { key, query: Object.fromEntries(new URLSearchParams(search)) }, scope.now);
  return (signed?.companyId === scope.companyId && (await findMediaByKey(scope, key))) || refuse('ERR_NO_FILE_FOUND');
}
