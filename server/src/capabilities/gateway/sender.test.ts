import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openConversation } from '../../../test/simulated.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

test('a connection with nothing to send lets the database rest', async () => {
  const { send, phone, number } = await openConversation(world);
  await send('Já volto');
  await expect.poll(() => phone(number), patient).toHaveLength(2);
  const [before, began] = [await statementsSent(world.server.url), performance.now()];
  await sleep(2_000);
  const seconds = (performance.now() - began) / 1000;
  // A look every second at the outbox, the inbox and the simulated network; without rest it was hundreds.
  expect(((await statementsSent(world.server.url)) - before) / seconds).toBeLessThan(50);
});
