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

test('what waits for a conversation is looked for once, not again when it has left', async () => {
  const { send, phone, number } = await openConversation(world);
  const [before, began] = [await statementsSent(world.server.url, 'channel'), performance.now()];
  for (let n = 1; n <= 10; n += 1) {
    await send(`Mensagem ${n}`);
    await expect.poll(() => phone(number), { ...patient, interval: 20 }).toHaveLength(n + 1);
  }
  // Eighteen for each, the simulated network’s own among them; each look in vain adds three. A few come by themselves each second.
  const seconds = (performance.now() - began) / 1000;
  expect((await statementsSent(world.server.url, 'channel')) - before).toBeLessThan(195 + 5 * seconds);
});
