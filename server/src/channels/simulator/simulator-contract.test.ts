import { connectionsApi } from '@prosa/contracts/connections';
import { sessionApi } from '@prosa/contracts/session';
import { type Faults, simulatorApi } from '@prosa/contracts/simulator';
import { afterAll, vi } from 'vitest';
import { formOf } from '../../../test/conversation.ts';
import { newNumber } from '../../../test/office.ts';
import { keepOutgoingFile } from '../../../test/outgoing-file.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import type { Frame, ReplayTally, SessionState } from '../port.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import { simulatorProvider } from './simulator.ts';

// Without the gateway: the session is ours.
const world = await openWorld({ ROLES: 'web' });

async function openStage(): Promise<Stage> {
  const admin = await world.company();
  const { companyId } = await admin.call(sessionApi.me, {});
  const provider = simulatorProvider(world.server.platform);

  async function connect(name: string) {
    const { id: connectionId } = await admin.call(connectionsApi.create, { body: { name, provider: 'simulator' } });
    const params = { whatsappId: connectionId };
    const frames: Frame[] = [];
    const states: SessionState[] = [];
    const tallies: ReplayTally[] = [];
    const session = provider.open({
      connectionId,
      companyId,
      receive: async (arrived) => void frames.push(...arrived),
      typing: () => undefined,
      report: async (state) => void states.push(state),
      countReplay: async (tally) => void tallies.push(tally),
      whileHeld: (work) => inScope(world.server.platform, { companyId }, work),
    });
    const confirm = () => vi.waitFor(async () => void (await admin.call(simulatorApi.scan, { params })), patient);
    const setFaults = async (body: Faults) => void (await admin.call(simulatorApi.faults, { params, body }));
    return { connectionId, params, frames, states, tallies, session, confirm, setFaults };
  }

  const { connectionId, params, frames, states, tallies, session, confirm, setFaults } = await connect('Contrato');
  afterAll(() => session.close());
  await confirm();
  await vi.waitUntil(() => session.isOpen(), patient);
  await setFaults({ mediaFail: 0, pictures: true });
  const invalid: string[] = [];
  let others = 0;
  return {
    provider,
    connection: { companyId, connectionId },
    session,
    frames,
    states,
    tallies,
    phone() {
      const number = newNumber();
      return {
        number,
        write: async (body, group) => (await admin.call(simulatorApi.write, { params, body: { number, body, group } })).id,
        shown: () => admin.call(simulatorApi.read, { params, query: { number } }),
        typing: async () => (await admin.call(simulatorApi.businessTyping, { params, query: { number } })).state,
      };
    },
    goAway: (offline) => setFaults({ offline }),
    refuseNext: () => setFaults({ failNext: 1 }),
    disown: (number) => {
      invalid.push(number);
      return setFaults({ invalidNumbers: invalid });
    },
    setWindow: (windowHours) => setFaults({ windowHours }),
    keepFile: (file) => keepOutgoingFile(world.server.platform, companyId, file),
    fileOn: async ({ mediaUrl }) => {
      const answer = await fetch(world.server.url + (mediaUrl ?? ''));
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    sendFile: async (number, { bytes, fileName, mimetype }) => {
      const form = formOf({ number }, [{ name: fileName, bytes, type: mimetype }], 'media');
      const { body } = await admin.raw('POST', `/simulator/${connectionId}/messages`, { form });
      return simulatorApi.write.reply.parse(body).id;
    },
    another: async () => {
      const made = await connect(`Outra ${++others}`);
      const faultOf = { loggedOut: { logout: true }, replaced: { replaced: true }, banned: { banned: true } };
      return { ...made, end: (why) => made.setFaults(faultOf[why]), close: () => made.session.close() };
    },
  };
}

providerContract('the simulator', await openStage());
