import { settingsApi, settingsLive } from '@prosa/contracts/settings';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

const put = (who: Client, key: string, body: object) => who.raw('PUT', `/settings/${key}`, { body });
const settingOf = async (who: Client, key: string) =>
  (await who.call(settingsApi.list, { query: {} })).find((setting) => setting.key === key)?.value;

test('"GET /settings (list of key and value)": a company starts with those of the specification', async () => {
  const agent = await world.colleague(await world.company());
  const listed = Object.fromEntries((await agent.call(settingsApi.list, { query: {} })).map(({ key, value }) => [key, value]));
  expect(listed).toMatchObject({
    userRating: 'disabled',
    scheduleType: 'disabled',
    CheckMsgIsGroup: 'enabled',
    call: 'disabled',
    chatBotType: 'text',
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
    userCreation: 'enabled',
    linkPreview: 'disabled',
    campaignsEnabled: 'true',
    timezone: 'America/Sao_Paulo',
    reopenWindowMinutes: '120',
    scheduleMaxDelayMinutes: '1440',
    campaignConfirmationHours: '24',
    campaignQuietHours: 'disabled',
    campaignDailyCap: '0',
  });
});

test('"PUT /settings/{key} with key and value": kept, told to everybody of the company and to nobody else', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const stranger = await world.company();
  const [atAgent, atStranger] = [await agent.listen(), await stranger.listen()];
  expect(await put(admin, 'userRating', { key: 'call', value: 'enabled' })).toMatchObject({
    status: 200,
    body: { key: 'userRating', value: 'enabled' },
  });
  await expect.poll(() => atAgent.of(settingsLive)).toMatchObject([{ action: 'update', setting: { key: 'userRating', value: 'enabled' } }]);
  expect([await settingOf(agent, 'userRating'), await settingOf(agent, 'call')]).toEqual(['enabled', 'disabled']);
  expect(await settingOf(stranger, 'userRating')).toBe('disabled');
  expect(atStranger.of(settingsLive)).toEqual([]);
});

test('"settings’ writes … are for admins: others get 403"', async () => {
  const admin = await world.company();
  for (const profile of ['user', 'supervisor'] as const) {
    const colleague = await world.colleague(admin, profile);
    expect(await put(colleague, 'userRating', { value: 'enabled' })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  }
  expect(await settingOf(admin, 'userRating')).toBe('disabled');
});

test('"ERR_NO_SETTING_FOUND"; and what the plan includes is not the company’s to set', async () => {
  const admin = await world.company();
  for (const key of ['noSuchSetting', 'constructor', '%20'])
    expect(await put(admin, key, { value: 'enabled' }), key).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
  expect(await put(admin, 'campaignsEnabled', { value: 'true' })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
});

test.each([
  ['userRating', 'talvez'],
  ['userRating', ''],
  ['scheduleType', 'enabled'],
  ['chatBotType', 'list'],
  ['reopenWindowMinutes', '-1'],
  ['reopenWindowMinutes', '1.5'],
  ['reopenWindowMinutes', '99999'],
  ['timezone', 'Lua/Crateras'],
  ['timezone', '+03:00'],
  ['userRating', undefined],
  ['userRating', null],
  ['userRating', { $ne: '' }],
])('%s can not be %j', async (key, value) => {
  const admin = await world.company();
  const before = await settingOf(admin, key);
  expect(await put(admin, key, { value })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'value' }] },
  });
  expect(await settingOf(admin, key)).toBe(before);
});

test('"days in the company’s time zone": lists of a day follow the setting at once', async () => {
  const admin = await world.company();
  const { tickets } = await admin.call(ticketsApi.list, { query: {} });
  expect(tickets).toEqual([]);
  expect(await put(admin, 'timezone', { value: 'Pacific/Auckland' })).toMatchObject({ status: 200 });
  expect(await settingOf(admin, 'timezone')).toBe('Pacific/Auckland');
  expect((await admin.send(ticketsApi.list, { query: { date: '2026-03-10', showAll: 'true' } })).status).toBe(200);
});

test('a number is as good as its text', async () => {
  const admin = await world.company();
  expect(await put(admin, 'reopenWindowMinutes', { value: 0 })).toMatchObject({ body: { value: '0' } });
  expect(await put(admin, 'reopenWindowMinutes', { value: '0045' })).toMatchObject({ body: { value: '45' } });
});
