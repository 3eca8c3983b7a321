import { setTimeout as sleep } from 'node:timers/promises';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld({ ROLES: 'web' });

test('"Socket ping interval and timeout 18 seconds"', async () => {
  const answer = await fetch(`${world.server.url}/socket.io/?EIO=4&transport=polling`);
  const [, opening = ''] = /^0(\{.*\})$/.exec(await answer.text()) ?? [];
  expect(JSON.parse(opening)).toMatchObject({ pingInterval: 18_000, pingTimeout: 18_000 });
});

test('the client "joins rooms joinTickets(status), joinNotification … and sends a userStatus heartbeat": each is answered', async () => {
  const agent = await world.colleague(await world.company());
  const { socket } = await agent.listen();
  const ask = (name: string, ...said: unknown[]): Promise<unknown> => socket.timeout(patient.timeout).emitWithAck(name, ...said);
  for (const status of ['pending', 'open', 'closed']) expect(await ask('joinTickets', status), status).toEqual({ ok: true });
  for (const said of [['resolved'], [null], [7], []])
    expect(await ask('joinTickets', ...said), JSON.stringify(said)).toEqual({ ok: false });
  for (const said of [[], [null], [{}], ['x', 'y']]) {
    expect(await ask('joinNotification', ...said), JSON.stringify(said)).toEqual({ ok: true });
    expect(await ask('userStatus', ...said), JSON.stringify(said)).toEqual({ ok: true });
  }
  for (const said of [['x'], [-1], [{}], [2_000_000_111]])
    expect(await ask('joinChatBox', ...said), JSON.stringify(said)).toEqual({ ok: false });
  for (const name of ['joinTickets', 'joinNotification', 'joinChatBox', 'userStatus']) socket.emit(name);
  await sleep(100);
  expect(socket.connected).toBe(true);
});

test('"a heartbeat head event {seq} every 30 s lets a silent client notice a gap"', async () => {
  const admin = await world.company();
  const { heard, of } = await admin.listen();
  await admin.call(queuesApi.create, { body: { name: 'Um sinal', color: '#123456' } });
  await expect.poll(() => of(queueLive), patient).toHaveLength(1);
  const heads = () => heard.filter(({ name }) => name === 'head').map(({ data }) => data);
  const last = () => Math.max(...heard.filter(({ name }) => name !== 'head').map(({ data }) => Number(data.seq)));
  // One that came before the last event knows nothing of it; the next one does.
  await expect.poll(() => heads().at(-1)?.seq === last(), { timeout: 90_000, interval: 200 }).toBe(true);
  expect(heads().at(-1)).toEqual({ seq: last() });
});
