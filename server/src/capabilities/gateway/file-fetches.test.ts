import { readFile } from 'node:fs/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { recordSession } from '../connections/connection-session.actions.ts';
import { countReplay } from '../connections/ledger.actions.ts';
import { claimFetches, giveUpFetch, keepFetched } from '../messages/file-fetches.actions.ts';
import { giveUpOfDown } from '../messages/file-fetches.jobs.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());
const picture = await readFile(new URL('../../../../web/public/icon-192.png', import.meta.url));

/** A customer in service, on a network whose files come after their messages. */
async function openOffice(mediaFail: number) {
  const here = await served(world);
  await here.faults({ mediaFail });
  const sendPicture = (id: string, bytes: Uint8Array = picture, name = 'foto.png') =>
    here.admin.raw('POST', `/simulator/${here.whatsappId}/messages`, {
      form: formOf({ number: here.number, id, body: 'Veja' }, [{ name, bytes }], 'media'),
    });
  const messageOf = async (id: string): Promise<Message | undefined> =>
    (await here.thread()).messages.find(({ channelId }) => channelId === id);
  const waiting = async () =>
    (await owner.query<{ attempts: number }>('select attempts from file_fetches where connection_id = $1', [here.whatsappId])).rows;
  const hurry = (change = '') =>
    owner.query(`update file_fetches set next_at = now() ${change} where connection_id = $1`, [here.whatsappId]);
  return { ...here, sendPicture, messageOf, waiting, hurry };
}

test('a file that is still on the network comes after its message, to everyone who looks at it', async () => {
  const { agent, sendPicture, messageOf, waiting } = await openOffice(0);
  const live = await agent.listen();
  await sendPicture('DEPOIS');
  await expect.poll(async () => (await messageOf('DEPOIS'))?.data?.thumbnailUrl, patient).toBeTruthy();
  const message = await messageOf('DEPOIS');
  expect(message).toMatchObject({ mediaType: 'image', body: 'Veja', data: { width: 192, fileName: 'foto.png', size: picture.length } });
  expect(message?.data?.file).toBeUndefined();
  expect(message?.failure).toBeNull();
  const answer = await fetch(world.server.url + message?.mediaUrl);
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
  expect(await waiting()).toEqual([]);
  const heard = () =>
    live.of(messageLive).flatMap((event) => {
      const { action, message: told } = messageLive.message.parse(event);
      return told.channelId === 'DEPOIS' ? [action] : [];
    });
  await expect.poll(heard, patient).toContain('update');
  expect(heard()[0]).toBe('create');
});

test('while the network can not give it, the message waits without it, and it is tried again', async () => {
  const { sendPicture, messageOf, waiting, hurry } = await openOffice(2);
  await sendPicture('TARDE');
  await expect.poll(async () => (await messageOf('TARDE'))?.data, patient).toMatchObject({ file: 'waiting', fileName: 'foto.png' });
  expect(await messageOf('TARDE')).toMatchObject({ mediaType: 'image', mediaUrl: null });
  for (const attempts of [1, 2]) {
    await expect.poll(waiting, patient).toEqual([{ attempts }]);
    await hurry();
  }
  await expect.poll(async () => (await messageOf('TARDE'))?.mediaUrl, patient).toBeTruthy();
  expect((await messageOf('TARDE'))?.data?.file).toBeUndefined();
});

test('what has not come within a day is given up, and the message says so', async () => {
  const { sendPicture, messageOf, waiting, hurry } = await openOffice(1_000);
  await sendPicture('NUNCA');
  await expect.poll(waiting, patient).toEqual([{ attempts: 1 }]);
  await hurry(`, created_at = now() - interval '25 hours'`);
  await expect.poll(async () => (await messageOf('NUNCA'))?.data?.file, patient).toBe('gone');
  expect(await messageOf('NUNCA')).toMatchObject({ failure: 'ERR_WAPP_DOWNLOAD_MEDIA', mediaUrl: null, body: 'Veja' });
  expect(await waiting()).toEqual([]);
});

test('of a connection that has been down for a day the files are given up, though it never comes back', async () => {
  const { sendPicture, messageOf, waiting, hurry, faults, whatsappId } = await openOffice(1_000);
  const since = (hours: number) =>
    owner.query(`update connections set down_since = now() - make_interval(hours => $2) where id = $1`, [whatsappId, hours]);
  await sendPicture('PARADA');
  await expect.poll(waiting, patient).toEqual([{ attempts: 1 }]);
  await faults({ logout: true });
  await expect
    .poll(async () => (await owner.query('select status from connections where id = $1', [whatsappId])).rows, patient)
    .toEqual([{ status: 'DISCONNECTED' }]);
  await hurry(`- interval '26 hours', created_at = now() - interval '30 hours'`);
  await since(23);
  await giveUpOfDown(world.server.platform);
  expect((await messageOf('PARADA'))?.data?.file).toBe('waiting');
  await since(25);
  await owner.query(`update connections set status = 'CONNECTED' where id = $1`, [whatsappId]);
  await giveUpOfDown(world.server.platform);
  expect((await messageOf('PARADA'))?.data?.file).toBe('waiting');
  await owner.query(`update connections set status = 'DISCONNECTED' where id = $1`, [whatsappId]);
  await giveUpOfDown(world.server.platform);
  expect(await messageOf('PARADA')).toMatchObject({ data: { file: 'gone' }, failure: 'ERR_WAPP_DOWNLOAD_MEDIA', body: 'Veja' });
  expect(await waiting()).toEqual([]);
});

test('files of a connection that is removed are waited for no longer', async () => {
  const { admin, ticket, whatsappId, sendPicture, waiting } = await openOffice(1_000);
  await sendPicture('SOBRA');
  await expect.poll(waiting, patient).toHaveLength(1);
  expect(await admin.raw('DELETE', `/whatsapp/${whatsappId}`)).toMatchObject({ status: 200 });
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  expect(messages.find(({ channelId }) => channelId === 'SOBRA')).toMatchObject({ data: { file: 'gone' } });
  expect(await waiting()).toEqual([]);
});

test('a file larger than its kind may be is not taken, and one that is not what it says is taken for what it is', async () => {
  const { sendPicture, messageOf, hurry, waiting } = await openOffice(1);
  await sendPicture('GRANDE');
  await expect.poll(waiting, patient).toHaveLength(1);
  await hurry(', size = 20000000');
  await expect.poll(async () => (await messageOf('GRANDE'))?.data?.file, patient).toBe('gone');
  await sendPicture('OUTRA', Buffer.from('nada de imagem'), 'foto.png');
  await expect.poll(async () => (await messageOf('OUTRA'))?.mediaUrl, patient).toBeTruthy();
  expect(await messageOf('OUTRA')).toMatchObject({ mediaType: 'application', data: { mimetype: 'application/octet-stream' } });
});

test('a node that has lost the connection can give no file to a message, nor give one up, nor write to the timeline', async () => {
  const { admin, whatsappId, sendPicture, messageOf, waiting } = await openOffice(1_000);
  await sendPicture('DISPUTADA');
  await expect.poll(waiting, patient).toHaveLength(1);
  const { rows } = await owner.query<{ owner: string; epoch: string }>(
    'select owner, epoch from connection_leases where connection_id = $1',
    [whatsappId],
  );
  const stale = {
    connectionId: whatsappId,
    companyId: admin.user.companyId,
    owner: rows[0]?.owner ?? '',
    epoch: Number(rows[0]?.epoch) - 1,
  };
  const { platform } = world.server;
  const messageId = (await messageOf('DISPUTADA'))?.id ?? 0;
  const file = { key: newMediaKey(stale.companyId), mimetype: 'image/png', kind: 'image', size: 1, sha256: 'x', fileName: 'x' } as const;
  expect(await claimFetches(platform, stale, [], 10)).toEqual([]);
  expect(await keepFetched(platform, stale, messageId, file)).toBe(false);
  await giveUpFetch(platform, stale, messageId);
  expect(await messageOf('DISPUTADA')).toMatchObject({ data: { file: 'waiting' }, mediaUrl: null, failure: null });
  await recordSession(platform, stale, { status: 'DISCONNECTED', why: 'banned' });
  await countReplay(platform, stale, { replayed: 5 });
  const { records } = await admin.call(connectionsApi.ledger, { params: { id: whatsappId }, query: {} });
  expect(records).toMatchObject([{ what: 'connected', replayed: 0 }]);
  expect((await admin.call(connectionsApi.show, { params: { id: whatsappId }, query: {} })).status).toBe('CONNECTED');
});
