import { afterAll, describe, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { openWorld } from '../../../test/world.ts';
import { providerContract, type Stage } from '../provider-contract.ts';
import { isInstalled, notInstalled, openLoopback, openPaired } from './loopback.fixture.ts';

async function openStage(): Promise<Stage> {
  const world = await openWorld({ ROLES: 'web' });
  const { network, settings } = await openLoopback();
  const { provider, connection, session, frames, account } = await openPaired(world, network, settings);
  afterAll(async () => {
    await session.close();
    await network.close();
  });
  return {
    provider,
    connection,
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
else describe.skip(`WhatsApp by QR code: ${notInstalled}`, () => test('is not tried'));
