import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashPoints } from '../server/src/platform/crash-points.ts';
import { type Client, peopleOf } from '../server/test/browser.ts';
import { root } from './bundle.ts';
import type { ServerNode } from './node.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const picture = await readFile(join(root, 'web', 'public', 'icon-192.png'));
let node: ServerNode;
let admin: Client;
let whatsappId: number;
let numbers = 0;

beforeAll(async () => {
  const { url } = await supervisor.postgres();
  node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2' });
  await node.start();
  const people = peopleOf(node.url);
  admin = await people.company();
  whatsappId = await people.connection(admin);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { mediaFail: 0 } });
});
afterAll(() => supervisor.close());

test.each(crashPoints.fetches)(
  'a file that is fetched after its message outlives a death at %s: once, and whole',
  {
    timeout: 300_000,
  },
  async (point) => {
    const number = String(5_511_950_000_000 + ++numbers);
    await node.ready();
    await node.stop();
    node.launch({ CRASH_AT: point });
    const revived = node.ended().then((ending) => {
      node.launch();
      return ending;
    });
    await until('an answer', async () => {
      const form = new FormData();
      form.set('number', number);
      form.set('id', `FOTO-${number}`);
      form.set('media', new File([new Uint8Array(picture)], 'foto.png', { type: 'image/png' }));
      const { status } = await admin.raw('POST', `/simulator/${whatsappId}/messages`, { form });
      if (status !== 200) throw new Error(String(status));
      return true;
    });
    expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });

    const messages = await until('the file is there', async () => {
      const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } });
      const ticketId = tickets[0]?.id;
      if (ticketId === undefined) return false;
      const all = (await admin.call(messagesApi.list, { params: { ticketId }, query: { spy: 'true' } })).messages;
      return all.some(({ data }) => data?.thumbnailUrl) && all;
    });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ mediaType: 'image', data: { width: 192, size: picture.length } });
    expect(messages[0]?.data?.file).toBeUndefined();
    const bytes = await fetch(node.url + messages[0]?.mediaUrl);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true);
  },
);
