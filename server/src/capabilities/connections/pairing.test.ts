import { connectionSessionLive, connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

async function withQr() {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const status = async () => (await admin.call(connectionsApi.show, { params: { id }, query: {} })).status;
  await expect.poll(status, patient).toBe('qrcode');
  const ask = (number = '5511999990000') => admin.send(connectionsApi.pairingCode, { params: { id }, body: { number } });
  return { admin, id, status, ask };
}
const refused = { status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } };

test('beside the QR code there is a code to type on the phone, for who may pair and for nobody else', async () => {
  const { admin, id, status, ask } = await withQr();
  const agent = await world.colleague(admin, 'user');
  const [live, others] = [await admin.listen(), await agent.listen()];
  const answer = await ask('+55 (11) 99999-0000');
  expect(answer).toMatchObject({ status: 200, body: { code: expect.stringMatching(/^[A-Z0-9]{8}$/) } });
  const { code } = connectionsApi.pairingCode.reply.parse(answer.body);
  expect(await agent.raw('POST', `/whatsappsession/${id}/code`, { body: { number: '5511999990000' } })).toMatchObject({ status: 403 });

  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await expect.poll(status, patient).toBe('CONNECTED');
  await expect.poll(() => JSON.stringify(live.of(connectionSessionLive)), patient).toContain('CONNECTED');
  expect(JSON.stringify([live.heard, others.heard])).not.toContain(code);
  const { rows } = await owner.query('select * from pairing_requests where connection_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('two who ask at once both get a code', async () => {
  const { ask } = await withQr();
  const answers = await Promise.all([ask(), ask('5511999990001')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('without a QR code on show, or on a channel that is not paired so, there is none', async () => {
  const { admin, id, status, ask } = await withQr();
  expect(await ask('12')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  await admin.call(simulatorApi.scan, { params: { whatsappId: id } });
  await expect.poll(status, patient).toBe('CONNECTED');
  expect(await ask()).toMatchObject(refused);
  await admin.call(connectionsApi.disconnect, { params: { id } });
  expect(await ask()).toMatchObject(refused);
  const { id: cloud } = await admin.call(connectionsApi.create, { body: { name: 'Oficial', provider: 'cloud' } });
  await owner.query(`update connections set status = 'qrcode' where id = $1`, [cloud]);
  expect(await admin.send(connectionsApi.pairingCode, { params: { id: cloud }, body: { number: '5511999990000' } })).toMatchObject(refused);
});
