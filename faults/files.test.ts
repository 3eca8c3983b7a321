import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashPoint, crashPoints } from '../server/src/platform/crash-points.ts';
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
});
afterAll(() => supervisor.close());

/** The points of files, and one each way where a file could get apart from its message. */
const points: CrashPoint[] = [...crashPoints.files, 'inbox.processing', 'outbox.sent'];

test.each(points)('a picture each way outlives a death at %s: once, whole, and with its thumbnail', async (point) => {
  const { number, ticketId } = await conversation();
  await node.stop();
  node.launch({ CRASH_AT: point });
  const revived = node.ended().then((ending) => {
    node.launch();
    return ending;
  });
  await Promise.all([
    post(`/simulator/${whatsappId}/messages`, { media: picture, number, id: `FOTO-${number}`, body: 'Do cliente' }),
    post(`/messages/${ticketId}`, { medias: picture, body: 'Da empresa' }, `foto-${number}`),
  ]);
  expect(await revived).toEqual({ code: null, signal: 'SIGKILL' });

  const pictures = await until('both are looked at and delivered', async () => {
    const all = await picturesIn(ticketId);
    return all.length >= 2 && all.every(({ data, ack, fromMe }) => data?.thumbnailUrl && (!fromMe || ack >= 2)) && all;
  });
  expect(pictures.map(({ body }) => body).sort()).toEqual(['Da empresa', 'Do cliente']);
  for (const { mediaUrl, data } of pictures) {
    expect(data).toMatchObject({ width: 192, height: 192, size: picture.length });
    expect(await bytesAt(mediaUrl)).toEqual(picture);
    expect((await bytesAt(data?.thumbnailUrl)).length).toBeGreaterThan(0);
  }
  const phone = await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });
  const shown = phone.filter(({ mediaType }) => mediaType === 'image').map(({ body, fromBusiness }) => `${fromBusiness} ${body}`);
  expect(shown.sort()).toEqual([expect.stringMatching(/^false .*Do cliente$/s), expect.stringMatching(/^true .*Da empresa$/s)]);
  expect(phone).toHaveLength(3);
});

/** Somebody has written, and the admin serves them. */
async function conversation(): Promise<{ number: string; ticketId: number }> {
  numbers += 1;
  const number = String(5_511_940_000_000 + numbers);
  await node.ready();
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: 'Oi' } });
  const { id } = await until('the ticket', async () => {
    const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true', status: 'pending' } });
    return tickets.find(({ contact }) => contact.number === number);
  });
  await admin.call(ticketsApi.update, { params: { id }, body: { status: 'open', userId: admin.user.id } });
  return { number, ticketId: id };
}

/** The same request until it is answered. */
async function post(path: string, fields: Record<string, string | Buffer>, key?: string): Promise<void> {
  await until(`an answer to ${path}`, async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'foto.png', { type: 'image/png' }));
    const { status, body } = await admin.raw('POST', path, { form, ...(key && { headers: { 'idempotency-key': key } }) });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return true;
  });
}

async function picturesIn(ticketId: number): Promise<Message[]> {
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId }, query: {} });
  return messages.filter(({ mediaType }) => mediaType === 'image');
}

async function bytesAt(address: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(node.url + (address ?? ''));
  expect(answer.status, address ?? 'no address').toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
