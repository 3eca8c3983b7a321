import { connectionsApi } from '@prosa/contracts/connections';
import { sessionApi } from '@prosa/contracts/session';
import { type Faults, simulatorApi } from '@prosa/contracts/simulator';
import { afterAll, vi } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import type { Frame } from '../port.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import { simulatorProvider } from './simulator.ts';

// Without the gateway: the session is ours.
const world = await openWorld({ ROLES: 'web' });

async function openStage(): Promise<Stage> {
  const admin = await world.company();
  const { companyId } = await admin.call(sessionApi.me, {});
  const { id: connectionId } = await admin.call(connectionsApi.create, { body: { name: 'Contrato', provider: 'simulator' } });
  const params = { whatsappId: connectionId };
  const frames: Frame[] = [];
  const provider = simulatorProvider(world.server.platform);
  const session = provider.open({
    connectionId,
    companyId,
    receive: async (arrived) => void frames.push(...arrived),
    typing: () => undefined,
    report: async () => undefined,
    countReplay: async () => undefined,
    whileHeld: (work) => inScope(world.server.platform, { companyId }, work),
  });
  afterAll(() => session.close());
  await vi.waitFor(async () => void (await admin.call(simulatorApi.scan, { params })), patient);
  await vi.waitUntil(() => session.isOpen(), patient);
  const invalid: string[] = [];
  const setFaults = async (body: Faults) => void (await admin.call(simulatorApi.faults, { params, body }));
  return {
    provider,
    connection: { companyId, connectionId },
    session,
    frames,
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
  };
}

providerContract('the simulator', await openStage());
