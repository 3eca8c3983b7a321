import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { mp3Of, oggOpusOf, pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { fileOwners } from '../index.ts';
import { hasFfmpeg } from '../media/ffmpeg.ts';
import { deleteOrphanedFiles, deleteUnknownFiles } from '../media/sweep.jobs.ts';

const world = await openWorld();
const png = await pngOf(640, 480);
const messageOf = (body: unknown) => messagesApi.send.reply.parse(body) as Message;
const messagesOf = (body: unknown) => (messagesApi.send.reply.parse(body) as { messages: Message[] }).messages;
const entries = async () =>
  (await readdir(join(world.dataDir, 'media'), { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
const storedFiles = async () => (await entries()).map(({ name }) => name);
/** Thumbnails are far smaller, and may still be made for what other tests have sent. */
async function largeFiles(): Promise<number> {
  const sizes = (await entries()).map(({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).filter((size) => size > 2 ** 20).length;
}
const fetchFile = async (address: string, headers: Record<string, string> = {}) => fetch(world.server.url + address, { headers });

test('"or multipart with medias, body, fromMe": one file answers its message, with the body as caption', async () => {
  const { agent, number, phone, post, thread, ticket } = await served(world);
  const { status, body } = await post(formOf({ body: 'veja *isto*', fromMe: 'true' }, [{ name: 'foto.png', bytes: png }]));
  expect(status).toBe(200);
  const message = messageOf(body);
  expect(message).toMatchObject({
    body: 'veja *isto*',
    mediaType: 'image',
    fromMe: true,
    ack: 0,
    data: { fileName: 'foto.png', mimetype: 'image/png', size: png.length },
  });
  const file = await fetchFile(message.mediaUrl!);
  expect([file.status, file.headers.get('content-type'), Buffer.from(await file.arrayBuffer()).equals(png)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  const part = await fetchFile(message.mediaUrl!, { range: 'bytes=0-9' });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  await expect
    .poll(async () => (await phone(number)).at(-1), patient)
    .toMatchObject({ mediaType: 'image', body: 'veja *isto*', data: { fileName: 'foto.png' } });
  expect((await agent.call(ticketsApi.show, { params: { id: ticket.id } })).lastMessage).toBe('veja *isto*');
  expect((await thread()).count).toBe(2);
});

test('a picture shows at once and is measured after; its thumbnail is told of live', async () => {
  const { agent, post } = await served(world);
  const atAgent = await agent.listen();
  const { id } = messageOf((await post(formOf({}, [{ name: 'a.png', bytes: png }]))).body);
  const measured = () =>
    atAgent
      .of(messageLive)
      .map(({ message }) => message as Message)
      .find((each) => each.id === id && each.data?.thumbnailUrl);
  await expect.poll(measured, patient).toMatchObject({ data: { width: 640, height: 480 } });
  const thumbnail = await fetchFile(measured()!.data!.thumbnailUrl!);
  expect(thumbnail.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 240 });
});

test('"Multi-file POST /messages answers {messages: [...]}, one per file, the body as caption of the first", in that order', async () => {
  const { number, phone, post } = await served(world);
  const files = [
    { name: 'a.png', bytes: png },
    { name: 'b.txt', bytes: Buffer.from('texto') },
    { name: 'c.ogg', bytes: oggOpusOf(3) },
  ];
  const messages = messagesOf((await post(formOf({ body: 'três' }, files))).body);
  expect(messages.map(({ body, mediaType }) => [body, mediaType])).toEqual([
    ['três', 'image'],
    ['', 'application'],
    ['', 'audio'],
  ]);
  await expect
    .poll(async () => (await phone(number)).slice(1).map(({ id }) => id), patient)
    .toEqual(messages.map(({ channelId }) => channelId));
  const eleven = Array.from({ length: 11 }, (_, n) => ({ name: `${n}.txt`, bytes: Buffer.from('x') }));
  expect((await post(formOf({}, eleven))).status).toBeGreaterThanOrEqual(400);
});

test('the same multipart again, under its Idempotency-Key, has no second effect', async () => {
  const { post, thread } = await served(world);
  const form = () => formOf({ body: 'uma vez' }, [{ name: 'a.png', bytes: png }]);
  const headers = { 'idempotency-key': 'uma-foto' };
  const [first, second] = [await post(form(), headers), await post(form(), headers)];
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect((await thread()).count).toBe(2);
  const other = formOf({ body: 'uma vez' }, [{ name: 'a.png', bytes: await pngOf(5, 5) }]);
  expect(await post(other, headers)).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
});

test.each([
  ['an image', 16, png.subarray(0, 64)],
  ['a sound', 64, mp3Of(4)],
  ['a document', 100, Buffer.from('%PDF-1.7\n')],
])('%s of more than %i MiB is refused and leaves nothing behind', async (_what, mebibytes, begin) => {
  const { post, thread } = await served(world);
  const before = await largeFiles();
  const bytes = Buffer.alloc(mebibytes * 2 ** 20 + 1);
  begin.copy(bytes);
  expect(await post(formOf({}, [{ name: 'grande', bytes }]))).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
  expect((await thread()).count).toBe(1);
  await expect.poll(largeFiles, patient).toBe(before);
});

test('what a file is, its bytes tell and never its name: nothing that could run is shown inline', async () => {
  const { post } = await served(world);
  const lies = [
    { name: 'foto.png', bytes: Buffer.from('<html><script>alert(1)</script>'), type: 'image/png' },
    { name: 'foto.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), type: 'image/svg+xml' },
    { name: 'programa.png', bytes: Buffer.from('MZ\u0090\u0000'), type: 'image/png' },
  ];
  for (const file of messagesOf((await post(formOf({}, lies))).body)) {
    expect(file).toMatchObject({ mediaType: 'application', data: { mimetype: 'application/octet-stream' } });
    const { headers } = await fetchFile(file.mediaUrl!);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['application/octet-stream', 'nosniff']);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  }
});

test.each([
  ['../../x.png', 'x.png'],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['relat\u202egnp.exe', 'relatgnp.exe'],
  [`${'ã'.repeat(400)}.png`, expect.stringMatching(/^ã{100,125}\.png$/)],
  ['CON', 'CON'],
])('a file called %s is shown so, is stored under a name of ours, and harms nothing', async (name, shown) => {
  const { post } = await served(world);
  const { status, body } = await post(formOf({ body: name }, [{ name, bytes: png }]));
  expect(status).toBe(200);
  const message = messageOf(body);
  expect(message).toMatchObject({ body: name, data: { fileName: shown } });
  expect(message.mediaUrl).toMatch(/^\/public\/\d+\/[0-9a-f]{2}\/[0-9A-Z]{26}\?/);
  const { status: opened, headers } = await fetchFile(message.mediaUrl!);
  expect(opened).toBe(200);
  expect(headers.get('content-disposition')).not.toMatch(/[<>\u202e]|\.\.\//);
  // A thumbnail may just be being written, under a name that says so.
  const isOurs = (stored: string) => /^[0-9A-Z]{26}$/.test(stored);
  await expect.poll(async () => (await storedFiles()).filter((stored) => !isOurs(stored)), patient).toEqual([]);
});

test('a name with a NUL is an answer, not a fault', async () => {
  const { agent, ticket } = await served(world);
  const boundary = 'x-limite';
  const text = `--${boundary}\r\ncontent-disposition: form-data; name="medias"; filename="a\u0000b.png"\r\n\r\n`;
  const answer = await fetch(`${world.server.url}/messages/${ticket.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(text), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  expect(answer.status).toBeLessThan(500);
});

test('"Message: empty or whitespace-only text is not sent", in a form as well; a file needs no text', async () => {
  const { post, thread } = await served(world);
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'body', message: 'required' }] } };
  expect(await post(formOf({ body: '  \n' }, []))).toMatchObject(refused);
  expect(await post(formOf({}, []))).toMatchObject(refused);
  expect((await post(formOf({ body: '' }, [{ name: 'a.png', bytes: png }]))).status).toBe(200);
  expect((await post(formOf({ body: 'só texto' }, []))).body).toMatchObject({ body: 'só texto', mediaType: null });
  expect((await thread()).count).toBe(3);
});

test('a form may quote, and a failed file is sent again as the same message', async () => {
  const { agent, faults, number, phone, post, thread } = await served(world);
  const [quoted] = (await thread()).messages;
  await faults({ failNext: 1 });
  const message = messageOf((await post(formOf({ quotedMsg: JSON.stringify({ id: quoted!.id }) }, [{ name: 'a.png', bytes: png }]))).body);
  expect(message.quotedMsg).toMatchObject({ id: quoted!.id });
  await expect.poll(async () => (await thread()).messages.at(-1), patient).toMatchObject({ ack: -1, failure: 'ERR_SENDING_WAPP_MSG' });
  await agent.call(messagesApi.resend, { params: { messageId: message.id } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ id: message.channelId, mediaType: 'image' });
});

test('"recordings under 10000 bytes are discarded"; a longer one leaves as a voice note', async () => {
  const { number, phone, post, thread } = await served(world);
  expect(await post(formOf({ voice: 'true' }, [{ name: 'a.mp3', bytes: mp3Of(20) }]))).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
  const message = messageOf((await post(formOf({ voice: 'true' }, [{ name: 'a.mp3', bytes: mp3Of(80) }]))).body);
  expect(message).toMatchObject({ mediaType: 'audio', data: { voice: true, mimetype: 'audio/mpeg' } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ mediaType: 'audio', data: { voice: true } });
  const sent = (await phone(number)).at(-1)?.data?.mimetype;
  expect(sent).toBe((await hasFfmpeg()) ? 'audio/ogg; codecs=opus' : 'audio/mpeg');
  await expect.poll(async () => (await thread()).messages.at(-1)?.data?.seconds, patient).toBeGreaterThan(1.5);
});

test('a customer’s voice note comes with its length', async () => {
  const { admin, whatsappId, number, thread } = await served(world);
  const form = formOf({ number }, [{ name: 'voz.ogg', bytes: oggOpusOf(4.2), type: 'audio/ogg' }], 'media');
  expect((await admin.raw('POST', `/simulator/${whatsappId}/messages`, { form })).status).toBe(200);
  await expect
    .poll(async () => (await thread()).messages.at(-1), patient)
    .toMatchObject({ mediaType: 'audio', data: { voice: true, seconds: 4.2 } });
});

test('files and thumbnails open for who may see the ticket, and no longer once deleted for everyone', async () => {
  const { admin, agent, queueId, post, thread } = await served(world);
  const { id } = messageOf((await post(formOf({}, [{ name: 'a.png', bytes: png }]))).body);
  await expect.poll(async () => (await thread()).messages.at(-1)?.data?.thumbnailUrl, patient).toBeTruthy();
  const { mediaUrl, data } = (await thread()).messages.at(-1)!;
  const stranger = await world.colleague(admin, 'user', { queueIds: [queueId] });
  for (const address of [mediaUrl!, data!.thumbnailUrl!]) {
    const path = address.split('?')[0]!;
    expect((await agent.raw('GET', path)).status).toBe(200);
    expect((await stranger.raw('GET', path)).status).toBe(403);
    expect((await fetchFile(path)).status).toBe(404);
  }
  await agent.call(messagesApi.remove, { params: { messageId: id } });
  for (const address of [mediaUrl!, data!.thumbnailUrl!]) expect((await fetchFile(address)).status).toBe(404);
});

test('stored files go a day after their ticket, renditions too; what no row knows is swept, what is used stays', async () => {
  const kept = await served(world);
  await kept.post(formOf({}, [{ name: 'fica.png', bytes: png }]));
  const { admin, whatsappId, ticket, post, thread } = await served(world);
  await post(formOf({}, [{ name: 'vai.png', bytes: png }]));
  for (const each of [kept.thread, thread])
    await expect.poll(async () => (await each()).messages.at(-1)?.data?.thumbnailUrl, patient).toBeTruthy();
  const names = ({ mediaUrl, data }: Message) =>
    [mediaUrl!, data!.thumbnailUrl!].map((address) => address.split('?')[0]!.split('/').at(-1)!);
  const [gone, stays] = [names((await thread()).messages.at(-1)!), names((await kept.thread()).messages.at(-1)!)];
  const { platform } = world.server;
  const lost = `${admin.user.companyId}/00/${'0'.repeat(26)}`;
  await platform.storage.put(lost, Buffer.from('de um pedido que caiu'), { limitBytes: 100 });
  await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    await tx.execute(`delete from simulator_messages where connection_id = ${whatsappId}`);
    await tx.execute(`delete from tickets where id = ${ticket.id}`);
  });
  await deleteOrphanedFiles(platform, fileOwners);
  await deleteUnknownFiles(platform);
  expect(await storedFiles()).toEqual(expect.arrayContaining([...gone, ...stays]));
  world.clock.move(25 * 3_600_000);
  await deleteOrphanedFiles(platform, fileOwners);
  await deleteUnknownFiles(platform);
  const left = await storedFiles();
  expect(left).toEqual(expect.arrayContaining(stays));
  for (const name of [...gone, '0'.repeat(26)]) expect(left).not.toContain(name);
});
