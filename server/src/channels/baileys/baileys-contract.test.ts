import { connectionsApi } from '@prosa/contracts/connections';
import { sessionApi } from '@prosa/contracts/session';
import { afterAll, describe, test, vi } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import type { Frame } from '../port.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import { baileysProvider } from './baileys.ts';
import { isInstalled, openLoopback } from './loopback.fixture.ts';

async function openStage(): Promise<Stage> {
  // Without the gateway: the session is ours.
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  const { platform } = world.server;
  const admin = await world.company();
  const { companyId } = await admin.call(sessionApi.me, {});
  const { id: connectionId } = await admin.call(connectionsApi.create, { body: { name: 'Contrato', provider: 'baileys' } });
  const frames: Frame[] = [];
  const provider = baileysProvider(platform, settings);
  let qr: string | undefined;
  const session = provider.open({
    connectionId,
    companyId,
    receive: async (arrived) => void frames.push(...arrived),
    typing: () => undefined,
    report: async ({ qrcode }) => {
      qr = qrcode;
    },
    countReplay: async () => undefined,
    whileHeld: (work) => inScope(platform, { companyId }, work),
  });
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  const account = network.scan(await vi.waitUntil(() => qr, patient), { number: newNumber() });
  await vi.waitUntil(() => session.isOpen(), patient);
  return {
    provider,
    connection: { companyId, connectionId },
    session,
    frames,
    phone() {
      const customer = network.customer(newNumber());
      return {
        number: customer.number,
        write: (body, group) => network.write(account, customer, { conversation: body }, group && { group }),
        shown: async () => customer.screen,
        typing: async () => customer.typing,
      };
    },
    goAway: async (away) => network.setUnreachable(away),
    refuseNext: async () => {
      network.nackNext = '479';
    },
    disown: async (number) => network.disown(number),
    setWindow: async () => undefined,
  };
}

if (isInstalled) providerContract('WhatsApp by QR code', await openStage());
else describe.skip('WhatsApp by QR code: the optional package @whiskeysockets/baileys is not installed', () => test('is not tried'));
