import { campaignSettingsApi, campaignsApi, suppressionsApi } from '@prosa/contracts/campaigns';
import { afterAll, expect, test } from 'vitest';
import { campaignOffice, launch, reaches, recipients, show } from '../../../test/campaigns.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const database = openPool(world.database.url);
afterAll(() => database.end());
const question = { confirmation: true, confirmationMessage1: 'Posso enviar, {nome}?' };

test('who is asked first gets it after a yes; a no, and no answer, skip them; an answer before the question counts nothing', async () => {
  const { admin, write, phone, contactListId, numbers } = await campaignOffice(world, 4);
  const [yes = '', no = '', silent = '', early = ''] = numbers;
  await write({ number: early, name: 'Cedo', body: 'sim' });
  const campaign = await launch(admin, { contactListId, ...question });
  await expect.poll(() => show(admin, campaign), patient).toMatchObject({ confirmationRequested: 4, delivered: 0, waiting: 4 });
  expect((await phone(yes)).map(({ body }) => body)).toEqual(['Posso enviar, Pessoa 1?']);
  await write({ number: yes, body: 'Sim, quero!' });
  await write({ number: no, body: 'Não' });
  await write({ number: early, body: 'quem é você?' });
  await expect.poll(() => show(admin, campaign), patient).toMatchObject({ confirmed: 1, delivered: 1, skipped: 1, waiting: 2 });
  await expect.poll(async () => (await phone(yes)).map(({ body }) => body), patient).toContain('Olá Pessoa 1!');
  expect(await recipients(admin, campaign)).toMatchObject([
    { state: 'sent', confirmedAt: expect.any(String), consentSource: 'confirmation' },
    { state: 'skipped', reason: 'ERR_CAMPAIGN_REFUSED' },
    { state: 'awaiting', number: silent },
    { state: 'awaiting' },
  ]);
  await database.query(`update campaign_shippings set answer_by = now() where campaign_id = ${campaign.id} and state = 'awaiting'`);
  await database.query(`update campaigns set due_at = now() where id = ${campaign.id}`);
  await reaches(admin, campaign, 'FINALIZADA');
  expect((await recipients(admin, campaign)).map(({ reason }) => reason)).toEqual([
    null,
    'ERR_CAMPAIGN_REFUSED',
    'ERR_CAMPAIGN_NO_ANSWER',
    'ERR_CAMPAIGN_NO_ANSWER',
  ]);
});

test('who says SAIR while it runs gets nothing more, one confirmation, and a way back; an admin sees and changes the list', async () => {
  const { admin, write, phone, contactListId, numbers } = await campaignOffice(world, 7);
  await admin.call(campaignSettingsApi.save, { body: { settings: { longerIntervalAfter: 5, greaterInterval: 60 } } });
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  const leaving = numbers[6] ?? '';
  await write({ number: leaving, name: 'Saiu', body: ' Sair! ' });
  const said = async () => (await phone(leaving)).filter(({ body }) => body.includes('campanhas'));
  await expect.poll(said, patient).toHaveLength(1);
  await write({ number: leaving, body: 'PARAR' });
  const list = () => admin.call(suppressionsApi.list, { query: {} });
  expect((await list()).records).toMatchObject([{ number: `*****${leaving.slice(-4)}`, source: 'word' }]);
  await database.query(`update campaigns set next_send_at = now(), due_at = now() where id = ${campaign.id}`);
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ delivered: 6, skipped: 1 });
  expect((await recipients(admin, campaign)).at(-1)).toMatchObject({ state: 'skipped', reason: 'ERR_CAMPAIGN_OPTED_OUT' });
  expect((await phone(leaving)).map(({ body }) => body)).not.toContain('Olá Pessoa 7!');
  await write({ number: leaving, body: 'voltar' });
  await expect.poll(async () => (await list()).count, patient).toBe(0);
  await expect.poll(said, patient).toHaveLength(2);

  const added = await admin.call(suppressionsApi.create, { body: { number: '+55 11 98000-7777' } });
  expect(added).toMatchObject({ number: '*****7777', source: 'admin' });
  expect(await admin.call(suppressionsApi.create, { body: { number: '551180007777' } })).toEqual(added);
  const found = async (searchParam: string) => (await admin.call(suppressionsApi.list, { query: { searchParam } })).count;
  expect([await found('5511980007777'), await found('7777'), await found('5511980007778')]).toEqual([1, 1, 0]);
  await admin.call(suppressionsApi.remove, { params: { id: added.id } });
  expect((await admin.raw('DELETE', `/suppressions/${added.id}`)).status).toBe(404);
});

test('who is on the suppression list before is skipped from the beginning', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 2);
  await admin.call(suppressionsApi.create, { body: { number: numbers[0] ?? '' } });
  const campaign = await launch(admin, { contactListId });
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ delivered: 1, skipped: 1, valid: 2 });
  expect(await phone(numbers[0] ?? '')).toEqual([]);
  const skipped = await admin.call(campaignsApi.recipients, { params: { id: campaign.id }, query: { state: 'skipped' } });
  expect(skipped).toMatchObject({ count: 1, records: [{ number: numbers[0], reason: 'ERR_CAMPAIGN_OPTED_OUT' }] });
});
