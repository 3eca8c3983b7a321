import { readFile } from 'node:fs/promises';
import { connectionsApi } from '@prosa/contracts/connections';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { formOf } from '../../../test/conversation.ts';
import { envelope, secondsNow } from '../../../test/loopback-cloud/hooks.ts';
import { cloudInput, connectCloud } from '../../../test/loopback-cloud/office.ts';
import { openCloudWorld } from '../../../test/loopback-cloud/served.ts';
import { newWamid, shownTo } from '../../../test/loopback-cloud/state.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { thread, ticketOf } from '../../../test/simulated.ts';
import { inScope } from '../../platform/database/scope.ts';
import { sealFile } from './media.ts';

const { cloud, world, platform, database, provider, metrics, openOffice, served } = await openCloudWorld();
const picture = await readFile(new URL('../../../../web/public/icon-192.png', import.meta.url));

describe('credentials', () => {
  const view = (admin: Client, id: number) => admin.call(connectionsApi.show, { params: { id }, query: {} });

  test('a token that expires while sending disconnects, the message waits, and another token brings it on', async () => {
    const { admin, account, id, say, shown } = await served();
    const old = account.accessToken;
    account.accessToken = 'EAAanother';
    await say('Depois');
    await world.statusOf(admin, id, 'DISCONNECTED');
    expect(shown()).toEqual([]);
    const { phoneNumberId, wabaId } = account;
    await admin.call(connectionsApi.update, { params: { id }, body: { cloud: { phoneNumberId, wabaId, accessToken: 'EAAanother' } } });
    await world.statusOf(admin, id, 'CONNECTED');
    await expect.poll(shown, patient).toEqual(['Depois']);
    expect(old).not.toBe('EAAanother');
  });

  test('a token that expires while nobody writes is noticed, and raises the alarm of who watches over the installation', async () => {
    const { admin, account, id } = await openOffice();
    const alarms = async () => {
      const figures = await metrics.metrics();
      return Number(/^prosa_connections_ended_total\{provider="cloud",why="credentials"\} (\d+)/m.exec(figures)?.[1] ?? 0);
    };
    const before = await alarms();
    account.accessToken = 'EAAgone';
    await world.statusOf(admin, id, 'DISCONNECTED');
    await expect.poll(alarms, patient).toBe(before + 1);
  });

  test('a network that is not there is tried for a while, then given up', async () => {
    const admin = await world.company();
    cloud.goAway(true);
    try {
      const { id } = await connectCloud(world, cloud, admin);
      await world.statusOf(admin, id, 'TIMEOUT');
    } finally {
      cloud.goAway(false);
    }
  });

  test('an incomplete connection does not connect, and says that it is incomplete', async () => {
    const admin = await world.company();
    const { id, cloud: shown } = await admin.call(connectionsApi.create, {
      body: { name: 'Incompleta', provider: 'cloud', cloud: { phoneNumberId: '1', wabaId: '2', appSecret: 'a' } },
    });
    const missing = ['accessToken', 'verifyToken'];
    expect(shown).toEqual({ phoneNumberId: '1', wabaId: '2', configured: false, missing, webhookUrl: `/hooks/cloud/${id}` });
    await world.statusOf(admin, id, 'DISCONNECTED');
    expect((await admin.send(connectionsApi.test, { params: { id } })).body).toEqual({ error: 'ERR_WAPP_CREDENTIALS', missing });
    expect(await view(admin, id)).toMatchObject({ cloud: { configured: false, missing } });
  });

  test.each(['appSecret', 'verifyToken', 'accessToken'] as const)('a connection without its %s is not opened', async (name) => {
    const admin = await world.company();
    const credentials = { ...cloudInput(cloud.open()), [name]: undefined };
    const { id, cloud: shown } = await admin.call(connectionsApi.create, {
      body: { name: 'Incompleta', provider: 'cloud', cloud: credentials },
    });
    expect(shown?.missing).toEqual([name]);
    await world.statusOf(admin, id, 'DISCONNECTED');
  });
});

test('files that customers send are fetched with the bearer, also when their first address has expired; what is gone is gone', async () => {
  const { account, id, admin } = await openOffice();
  const { companyId } = admin.user;
  const number = newNumber();
  const bytes = picture;
  const file = cloud.attach(account, bytes, 'image/png');
  const photo = { id: newWamid(), timestamp: secondsNow(), type: 'image', image: { ...file, caption: 'Olhe' } };
  await cloud.tell(
    account,
    envelope(account, { contacts: [{ profile: { name: 'Ana' }, wa_id: number }], messages: [{ from: number, ...photo }] }),
  );
  const ticket = await ticketOf(admin, number);
  await expect
    .poll(async () => (await thread(admin, ticket.id)).map(({ body, mediaType }) => [body, mediaType]), patient)
    .toEqual([['Olhe', 'image']]);
  const ref = sealFile(platform.secrets, { companyId, connectionId: id }, { mediaId: file.id, sha256: file.sha256 });
  const session = provider.open({
    connectionId: id,
    companyId,
    receive: async () => undefined,
    typing: () => undefined,
    report: async () => undefined,
    countReplay: async () => undefined,
    whileHeld: (work) => inScope(platform, { companyId }, work),
  });
  await expect.poll(() => session.isOpen(), patient).toBe(true);
  const fetched = await session.fetchFile(ref);
  if (fetched.outcome !== 'fetched') throw new Error(fetched.outcome);
  expect(Buffer.concat(await fetched.stream.toArray())).toEqual(bytes);
  cloud.media.delete(file.id);
  expect(await session.fetchFile(ref)).toEqual({ outcome: 'gone' });
  await session.close();
});

test('pictures, documents and voice notes leave as files of Meta’s, byte by byte', async () => {
  const { admin, account, number, ticket } = await served();
  const send = (name: string, bytes: Buffer, type: string, fields: Record<string, string> = {}) =>
    admin.raw('POST', `/messages/${ticket.id}`, { form: formOf(fields, [{ name, bytes, type }]) });
  const pdf = Buffer.from('%PDF-1.4 uma conta');
  await send('icon.png', picture, 'image/png', { body: 'Olhe' });
  await send('conta março.pdf', pdf, 'application/pdf');
  const files = () => shownTo(account, number).filter(({ mediaType }) => mediaType !== null);
  await expect
    .poll(() => files().map(({ mediaType, body }) => [mediaType, body]), patient)
    .toEqual([
      ['image', 'Olhe'],
      ['application', ''],
    ]);
  const bytesOf = (id: string | null | undefined) => cloud.media.get(id ?? '')?.bytes;
  expect(files().map(({ mediaUrl }) => bytesOf(mediaUrl))).toEqual([picture, pdf]);
  expect(files()[1]?.data).toMatchObject({ fileName: 'conta março.pdf' });
});

test('Meta is asked who the number is, and its templates can be read', async () => {
  const { admin, id, account } = await openOffice();
  const check = () => admin.send(connectionsApi.test, { params: { id } });
  expect(await admin.call(connectionsApi.test, { params: { id } })).toEqual({
    displayPhoneNumber: '+55 11 4000-0000',
    verifiedName: 'Loja',
    qualityRating: 'GREEN',
  });
  const templates = await provider.templates({ companyId: admin.user.companyId, connectionId: id });
  expect(templates.map(({ name }) => name)).toEqual(['ola', 'fatura', 'nomes']);
  cloud.goAway(true);
  const away = await check();
  cloud.goAway(false);
  expect(away).toMatchObject({ status: 503, body: { error: 'ERR_UNAVAILABLE' } });
  account.accessToken = 'EAAother';
  expect(await check()).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_CREDENTIALS' } });
});

test('secrets are kept where they are left out, a number stands once in a company, and nothing tells a secret', async () => {
  const admin = await world.company();
  const live = await admin.listen();
  const { account, id } = await connectCloud(world, cloud, admin);
  const { phoneNumberId, wabaId, accessToken, appSecret, verifyToken } = account;
  const configured = { phoneNumberId, wabaId, configured: true, webhookUrl: `/hooks/cloud/${id}` };
  const update = (cloudInput: object) => admin.raw('PUT', `/whatsapp/${id}`, { body: { cloud: { phoneNumberId, wabaId, ...cloudInput } } });
  expect(await update({ accessToken: '', appSecret: '', verifyToken: '' })).toMatchObject({ status: 200, body: { cloud: configured } });
  await expect.poll(async () => (await cloud.post(account, '{}')).status, patient).toBe(200);
  await update({ appSecret: 'another secret' });
  expect((await cloud.post(account, '{}')).status).toBe(401);
  const twice = { name: 'Outra', provider: 'cloud', cloud: { phoneNumberId, wabaId } };
  expect(await admin.raw('POST', '/whatsapp', { body: twice })).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
  const elsewhere = await world.company();
  expect((await elsewhere.raw('POST', '/whatsapp', { body: twice })).status).toBe(200);
  const { id: simulated } = await admin.call(connectionsApi.create, { body: { name: 'Simulada', provider: 'simulator' } });
  expect(await admin.call(connectionsApi.show, { params: { id: simulated }, query: {} })).toMatchObject({ cloud: null });
  const told = JSON.stringify([
    await admin.raw('GET', `/whatsapp/${id}`),
    await admin.raw('GET', '/whatsapp'),
    await update({ accessToken }),
    live.heard,
    (await database.query('select * from connections')).rows,
  ]);
  for (const secret of [accessToken, appSecret, verifyToken, 'another secret']) expect(told).not.toContain(secret);
});
