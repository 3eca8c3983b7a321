import { sessionApi } from '@prosa/contracts/session';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { openLoopbackCloud } from '../../../test/loopback-cloud/loopback-cloud.ts';
import { connectCloud } from '../../../test/loopback-cloud/office.ts';
import { shownTo } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { keepOutgoingFile } from '../../../test/outgoing-file.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { Frame } from '../port.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import { cloudProvider } from './cloud.ts';

const cloud = await openLoopbackCloud();
afterAll(() => cloud.close());
// Without gateway and worker: the session is ours, and what the webhook stores stays where we can read it.
const world = await openWorld({ ROLES: 'web', WHATSAPP_CLOUD_URL: cloud.url });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** What the webhook has stored for a connection, as it comes. */
function followInbox(connectionId: number): Frame[] {
  const frames: Frame[] = [];
  let last = 0;
  const timer = setInterval(() => {
    void owner.query('select id, frame from inbox where connection_id = $1 and id > $2 order by id', [connectionId, last]).then(
      ({ rows }) => {
        for (const { id, frame } of rows) {
          if (Number(id) <= last) continue;
          last = Number(id);
          frames.push(Frame.parse(frame));
        }
      },
      () => undefined,
    );
  }, 30);
  afterAll(() => clearInterval(timer));
  return frames;
}

/** Customers of the contract have written before, unless it closes the window. */
const openWindow = `
  insert into cloud_chats (company_id, connection_id, chat, wamid, heard_at) values ($1, $2, $3, 'before', clock_timestamp())`;
const heardNow: Array<Promise<unknown>> = [];

async function openStage(): Promise<Stage> {
  const admin = await world.company();
  const { companyId } = await admin.call(sessionApi.me, {});
  const { account, id: connectionId } = await connectCloud(world, cloud, admin);
  const graph = { outbound: createOutbound(), url: cloud.url, version: 'v25.0' };
  const provider = cloudProvider(world.server.platform, graph, { doubtSeconds: 1 });
  const session = provider.open({
    connectionId,
    companyId,
    receive: async () => undefined,
    typing: () => undefined,
    report: async () => undefined,
    countReplay: async () => undefined,
    whileHeld: (work) => inScope(world.server.platform, { companyId }, work),
  });
  afterAll(() => session.close());
  await vi.waitUntil(() => session.isOpen(), patient);
  const send = session.send.bind(session);
  session.send = async (message) => {
    await Promise.all(heardNow);
    return send(message);
  };
  return {
    provider,
    connection: { companyId, connectionId },
    session,
    frames: followInbox(connectionId),
    phone() {
      const number = newNumber();
      heardNow.push(owner.query(openWindow, [companyId, connectionId, number]));
      return {
        number,
        write: (body) => cloud.write(account, number, { type: 'text', text: { body } }),
        shown: async () => shownTo(account, number),
        typing: async () => (cloud.isTyping(account, number) ? 'typing' : 'paused'),
      };
    },
    keepFile: (file) => keepOutgoingFile(world.server.platform, companyId, file),
    fileOn: async ({ mediaUrl }) => cloud.media.get(mediaUrl ?? '')?.bytes,
    sendFile: (number, { bytes, mimetype, fileName }) => {
      const [kind = ''] = mimetype.split('/');
      const type = kind === 'application' ? 'document' : kind;
      const file = { ...cloud.attach(account, bytes, mimetype), ...(type === 'document' && { filename: fileName }) };
      return cloud.write(account, number, { type, [type]: file });
    },
    goAway: async (away) => cloud.goAway(away),
    refuseNext: async () => void cloud.faults.push({ kind: 'error', code: 131008 }),
    disown: async (number) => void account.disowned.add(number),
    setWindow: async (hours) => {
      account.windowHours = hours;
      await Promise.all(heardNow);
      if (hours !== null) await owner.query('delete from cloud_chats where connection_id = $1', [connectionId]);
    },
  };
}

providerContract('the Cloud API', await openStage());
