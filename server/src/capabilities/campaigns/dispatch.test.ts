import { campaignLive, campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { messagesApi } from '@prosa/contracts/messages';
import pg from 'pg';
import { expect, test } from 'vitest';
import { campaignOffice, fast, launch, listOf, reaches, recipients, show, sumOf } from '../../../test/campaigns.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { takeRecipients } from './recipients.actions.ts';

const world = await openWorld();
const slow = { messageInterval: 0, longerIntervalAfter: 5, greaterInterval: 60 };

test('the pauses are those of the settings, from when the last one left', async () => {
  const { admin, contactListId } = await campaignOffice(world, 8);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  const { estimatedEndAt, waiting, status } = await show(admin, campaign);
  expect([waiting, status]).toEqual([3, 'EM_ANDAMENTO']);
  const fifth = (await recipients(admin, campaign)).flatMap(({ deliveredAt }) => deliveredAt ?? []).at(-1);
  const inSeconds = (Date.parse(estimatedEndAt ?? '') - Date.parse(fifth ?? '')) / 1_000;
  expect(inSeconds).toBeGreaterThan(50);
  expect(inSeconds).toBeLessThanOrEqual(61);
});

test('a number that is checked just while the campaign begins gets it too', async () => {
  const { admin } = await campaignOffice(world, 0);
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: 'Clientes' } });
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ id: number }>(
      `insert into contact_list_items (company_id, contact_list_id, name, number, check_at)
      values ($1, $2, 'Ana', '5511980008888', null) returning id`,
      [admin.user.companyId, contactListId],
    );
    const body = { contactListId, name: 'Rui', number: '5511980008889' };
    const known = await admin.call(contactListItemsApi.create, { body });
    const checked = async () =>
      (await owner.query('select from contact_list_items where contact_list_id = $1 and is_whatsapp_valid', [contactListId])).rowCount;
    await expect.poll(checked, patient).toBe(1);
    // Whoever takes Rui waits for him, and has looked already who is known to be reachable.
    await owner.query('begin');
    await owner.query('select from contact_list_items where id = $1 for update', [known.id]);
    const campaign = await admin.call(campaignsApi.create, { body: { name: 'Natal', message1: 'Olá', contactListId } });
    const taking = inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) =>
      takeRecipients(scope, campaign.id, contactListId),
    );
    const isTaking = async () => {
      await owner.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into campaign_shippings%'`,
      );
      return rowCount;
    };
    await expect.poll(isTaking, patient).toBe(1);
    await owner.query('update contact_list_items set is_whatsapp_valid = true where id = $1', [rows[0]?.id]);
    await owner.query('commit');
    await taking;
    expect(await recipients(admin, campaign)).toHaveLength(2);
  } finally {
    await owner.end();
  }
});

test('stopped, nobody else gets it; restarted, who has not got it yet does, once', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 8);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const heard = await admin.listen();
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  expect((await admin.raw('DELETE', `/campaigns/${campaign.id}`)).status).toBe(409);
  expect((await admin.raw('PUT', `/campaigns/${campaign.id}`, { body: { name: 'Outra' } })).status).toBe(409);
  const stopped = await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  expect(stopped).toMatchObject({ status: 'CANCELADA', delivered: 5, waiting: 3, reason: null, estimatedEndAt: null });
  await admin.call(campaignSettingsApi.save, { body: { settings: fast } });
  const edited = await admin.call(campaignsApi.update, { params: { id: campaign.id }, body: { message1: 'De novo, {nome}' } });
  expect(edited).toMatchObject({ status: 'CANCELADA' });
  expect(await admin.call(campaignsApi.restart, { params: { id: campaign.id } })).toMatchObject({ status: 'EM_ANDAMENTO' });
  // The pause that was under way when it was stopped is still kept.
  await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  const other = await listOf(admin, 2);
  await admin.call(campaignsApi.update, { params: { id: campaign.id }, body: { contactListId: other.contactListId } });
  const again = await admin.call(campaignsApi.restart, { params: { id: campaign.id } });
  // Those who had it and the two of the other list, whatever has become of these by now.
  expect(again.status).toBe('EM_ANDAMENTO');
  expect(sumOf(again)).toBe(7);
  await expect.poll(() => heard.of(campaignLive).length, patient).toBeGreaterThan(6);
  const texts = await Promise.all(numbers.slice(0, 5).map(async (number) => (await phone(number)).length));
  expect(texts).toEqual([1, 1, 1, 1, 1]);
});

test('what the channel refuses failed, with the reason; after twenty of which a third failed it stops by itself', async () => {
  const { admin, faults, contactListId } = await campaignOffice(world, 24);
  await faults({ failNext: 8 });
  const campaign = await launch(admin, { contactListId });
  await reaches(admin, campaign, 'CANCELADA');
  const stopped = await show(admin, campaign);
  expect(stopped).toMatchObject({ reason: 'ERR_CAMPAIGN_FAILURES', failed: 8, delivered: 12, waiting: 4 });
  expect(sumOf(stopped)).toBe(24);
  const failed = await admin.call(campaignsApi.recipients, { params: { id: campaign.id }, query: { state: 'failed' } });
  expect([failed.count, failed.records[0]?.reason]).toEqual([8, expect.stringMatching(/^ERR_/)]);
  expect(await admin.call(campaignsApi.restart, { params: { id: campaign.id } })).toMatchObject({ reason: null });
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ failed: 8, delivered: 16, waiting: 0 });
});

test('one campaign at a time over a connection, and agents’ messages leave meanwhile', async () => {
  const { admin, agent, contactListId, write, phone } = await campaignOffice(world, 6);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const first = await launch(admin, { contactListId, name: 'Primeira' });
  await expect.poll(async () => (await show(admin, first)).delivered, patient).toBe(5);
  const second = await launch(admin, { contactListId, name: 'Segunda' });
  await expect.poll(() => show(admin, second), patient).toMatchObject({ status: 'EM_ANDAMENTO', hold: 'otherCampaign', delivered: 0 });
  const number = '5511980009999';
  await write({ number, name: 'Rui', body: 'Oi' });
  const find = async () => (await agent.raw('GET', '/tickets?status=pending&showAll=true')).body;
  await expect.poll(find, patient).toMatchObject({ tickets: [{ id: expect.any(Number) }] });
  const { tickets } = (await find()) as { tickets: Array<{ id: number }> };
  await agent.raw('PUT', `/tickets/${tickets[0]?.id}`, { body: { status: 'open' } });
  await agent.call(messagesApi.send, { params: { ticketId: tickets[0]?.id ?? 0 }, body: { body: 'Bom dia' } });
  await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toContain('Bom dia');
  await admin.call(campaignsApi.cancel, { params: { id: first.id } });
  await expect.poll(async () => (await show(admin, second)).delivered, patient).toBe(5);
});

test('quiet hours and a daily cap hold it; without a connection it waits for one', async () => {
  const { admin, contactListId, whatsappId } = await campaignOffice(world, 3);
  const set = (key: string, value: string) => admin.raw('PUT', `/settings/${key}`, { body: { value } });
  expect((await set('campaignQuietHours', 'à noite')).status).toBe(400);
  await set('campaignQuietHours', '00:00-23:59');
  const campaign = await launch(admin, { contactListId });
  await expect.poll(() => show(admin, campaign), patient).toMatchObject({ status: 'EM_ANDAMENTO', hold: 'quietHours', delivered: 0 });
  await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  await set('campaignQuietHours', 'disabled');
  await set('campaignDailyCap', '2');
  await admin.call(campaignsApi.restart, { params: { id: campaign.id } });
  await expect.poll(() => show(admin, campaign), patient).toMatchObject({ status: 'EM_ANDAMENTO', hold: 'dailyCap', delivered: 2 });
  await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  await set('campaignDailyCap', '0');
  await admin.raw('DELETE', `/whatsappsession/${whatsappId}`);
  await admin.call(campaignsApi.restart, { params: { id: campaign.id } });
  await expect.poll(() => show(admin, campaign), patient).toMatchObject({ status: 'EM_ANDAMENTO', hold: 'connection', waiting: 1 });
});

test('what it lacks when its time comes is said, and who is known to be unreachable is skipped', async () => {
  const admin = await world.company();
  const without = await launch(admin, {});
  await reaches(admin, without, 'CANCELADA');
  expect((await show(admin, without)).reason).toBe('ERR_NO_DEF_WAPP_FOUND');

  const here = await campaignOffice(world, 0);
  const [noList, noText] = [await launch(here.admin, {}), await launch(here.admin, { contactListId: here.contactListId, message1: '' })];
  for (const each of [noList, noText]) await reaches(here.admin, each, 'CANCELADA');
  expect((await show(here.admin, noList)).reason).toBe('ERR_NO_CONTACTLIST_FOUND');
  expect((await show(here.admin, noText)).reason).toBe('ERR_CAMPAIGN_NO_MESSAGE');
  const empty = await launch(here.admin, { contactListId: here.contactListId });
  await reaches(here.admin, empty, 'FINALIZADA');

  const bad = '5511980001111';
  await here.faults({ invalidNumbers: [bad] });
  await here.admin.raw('POST', '/contact-list-items', { body: { contactListId: here.contactListId, name: 'Errado', number: bad } });
  const checked = async () => (await here.admin.raw('GET', `/contact-list-items?contactListId=${here.contactListId}`)).body;
  await expect.poll(checked, patient).toMatchObject({ contacts: [{ isWhatsappValid: false }] });
  const skipping = await launch(here.admin, { contactListId: here.contactListId });
  await reaches(here.admin, skipping, 'FINALIZADA');
  expect(await show(here.admin, skipping)).toMatchObject({ valid: 0, skipped: 1, delivered: 0 });
  expect(await recipients(here.admin, skipping)).toMatchObject([{ state: 'skipped', reason: 'ERR_WAPP_INVALID_CONTACT' }]);
  await here.admin.call(contactListsApi.remove, { params: { id: here.contactListId } });
  expect(await show(here.admin, skipping)).toMatchObject({ contactList: null, skipped: 1 });
});
