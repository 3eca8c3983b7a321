import { campaignSettingsApi, campaignsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi } from '@prosa/contracts/contact-lists';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { campaignOffice, inMinutes, launch, listOf, reaches, recipients, show } from '../../../test/campaigns.ts';
import { newNumber } from '../../../test/conversation.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const database = openPool(world.database.url);
afterAll(() => database.end());
const slow = { messageInterval: 0, longerIntervalAfter: 5, greaterInterval: 60 };
const restart = (admin: Client, { id }: { id: number }) => admin.call(campaignsApi.restart, { params: { id } });
const change = (admin: Client, { id }: { id: number }, body: object) => admin.call(campaignsApi.update, { params: { id }, body });

test('restarted without a message it says so again, and nobody gets an empty one; with a message everybody gets it', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 2);
  const campaign = await launch(admin, { contactListId, message1: '' });
  await reaches(admin, campaign, 'CANCELADA');
  expect(await restart(admin, campaign)).toMatchObject({ status: 'EM_ANDAMENTO', reason: null, waiting: 2, valid: 2 });
  await expect
    .poll(() => show(admin, campaign), patient)
    .toMatchObject({ status: 'CANCELADA', reason: 'ERR_CAMPAIGN_NO_MESSAGE', waiting: 2, delivered: 0 });
  await change(admin, campaign, { message1: 'Agora sim' });
  await restart(admin, campaign);
  await reaches(admin, campaign, 'FINALIZADA');
  const texts = await Promise.all(numbers.map(async (number) => (await phone(number)).map(({ body }) => body)));
  expect(texts).toEqual([['Agora sim'], ['Agora sim']]);
});

test('one whose texts were taken away while it was stopped ends when it is restarted', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 6);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  await change(admin, campaign, { message1: '' });
  await database.query('update campaigns set next_send_at = now() where id = $1', [campaign.id]);
  expect(await restart(admin, campaign)).toMatchObject({ status: 'EM_ANDAMENTO', waiting: 1 });
  await expect
    .poll(() => show(admin, campaign), patient)
    .toMatchObject({ status: 'CANCELADA', reason: 'ERR_CAMPAIGN_NO_MESSAGE', waiting: 1, delivered: 5 });
  expect(await phone(numbers[5] ?? '')).toEqual([]);
});

test('once there is what it lacked, a default connection or a list, it goes out by it', async () => {
  const admin = await world.company();
  const { contactListId } = await listOf(admin, 1);
  const campaign = await launch(admin, {});
  await reaches(admin, campaign, 'CANCELADA');
  expect((await show(admin, campaign)).reason).toBe('ERR_NO_DEF_WAPP_FOUND');
  const whatsappId = await world.connection(admin);
  await restart(admin, campaign);
  await expect
    .poll(() => show(admin, campaign), patient)
    .toMatchObject({ status: 'CANCELADA', reason: 'ERR_NO_CONTACTLIST_FOUND', whatsappId });
  await change(admin, campaign, { contactListId, whatsappId: null });
  await restart(admin, campaign);
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ whatsappId, delivered: 1 });
});

test('one that was stopped and has no connection any more goes on by the default', async () => {
  const { admin, contactListId, whatsappId } = await campaignOffice(world, 6);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  await admin.call(campaignsApi.cancel, { params: { id: campaign.id } });
  await change(admin, campaign, { whatsappId: null });
  await database.query('update campaigns set next_send_at = now() where id = $1', [campaign.id]);
  await restart(admin, campaign);
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ whatsappId, delivered: 6 });
});

test('a text that says nothing to somebody is not sent to them', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 1);
  const number = newNumber();
  await admin.call(contactListItemsApi.create, { body: { contactListId, name: 'Sem e-mail', number } });
  const campaign = await launch(admin, { contactListId, message1: '{email}' });
  await reaches(admin, campaign, 'FINALIZADA');
  expect(await show(admin, campaign)).toMatchObject({ delivered: 1, failed: 1 });
  expect(await recipients(admin, campaign)).toContainEqual(
    expect.objectContaining({ number, state: 'failed', reason: 'ERR_CAMPAIGN_NO_MESSAGE' }),
  );
  expect(await phone(number)).toEqual([]);
  expect(await phone(numbers[0] ?? '')).toHaveLength(1);
});

test('one that has failed for days is still tried again, and goes out once it can', async () => {
  const { admin, contactListId } = await campaignOffice(world, 1);
  const campaign = await launch(admin, { contactListId, scheduledAt: null });
  await database.query(`
    create function refuse_people() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_people before insert on campaign_shippings
      for each row when (new.campaign_id = ${campaign.id}) execute function refuse_people()`);
  const attempts = async () =>
    (await database.query<{ attempts: number }>('select attempts from campaigns where id = $1', [campaign.id])).rows[0]?.attempts;
  await database.query('update campaigns set attempts = 1023 where id = $1', [campaign.id]);
  await change(admin, campaign, { scheduledAt: inMinutes(0) });
  await expect.poll(attempts, patient).toBe(1_024);
  await database.query('update campaigns set attempts = 32767, due_at = now() where id = $1', [campaign.id]);
  await expect.poll(attempts, patient).toBeLessThan(32_767);
  await database.query('drop trigger refuse_people on campaign_shippings');
  await database.query('update campaigns set due_at = now() where id = $1', [campaign.id]);
  await reaches(admin, campaign, 'FINALIZADA');
});

test('a message whose connection was removed as it was queued counts as failed, and the campaign ends', async () => {
  const { admin, contactListId, whatsappId } = await campaignOffice(world, 6);
  await admin.call(campaignSettingsApi.save, { body: { settings: slow } });
  const campaign = await launch(admin, { contactListId });
  await expect.poll(async () => (await show(admin, campaign)).delivered, patient).toBe(5);
  // As if nobody had sent the fifth before the connection was gone.
  await database.query(`
    begin;
    select set_config('app.company_id', '${admin.user.companyId}', true);
    update connections set removed_at = now(), is_default = false, wanted = false where id = ${whatsappId};
    update campaign_shippings s set state = 'waiting', delivered_at = null
    from (select max(id) as id from campaign_shippings where campaign_id = ${campaign.id} and state = 'sent') last where s.id = last.id;
    update messages m set ack = 0 from campaign_shippings s
    where s.campaign_id = ${campaign.id} and s.state = 'waiting' and m.id = s.message_id;
    update campaigns set due_at = now(), in_flight = (
      select id from campaign_shippings where campaign_id = ${campaign.id} and state = 'waiting' and message_id is not null)
    where id = ${campaign.id};
    commit`);
  await expect
    .poll(() => show(admin, campaign), patient)
    .toMatchObject({ status: 'CANCELADA', reason: 'ERR_NO_WAPP_FOUND', delivered: 4, failed: 1, waiting: 1 });
  const failed = await admin.call(campaignsApi.recipients, { params: { id: campaign.id }, query: { state: 'failed' } });
  expect(failed.records).toMatchObject([{ reason: 'ERR_NO_WAPP_FOUND' }]);
});
