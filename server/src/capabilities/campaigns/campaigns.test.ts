import { Campaign, campaignLive, campaignSettingsApi, campaignSettingsLive, campaignsApi } from '@prosa/contracts/campaigns';
import { companiesApi } from '@prosa/contracts/companies';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { campaignOffice, inMinutes, launch, listOf, reaches, recipients, show, sumOf } from '../../../test/campaigns.ts';
import { formOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });

test('without a time it is INATIVA, with one PROGRAMADA; it is changed and removed, and who manages campaigns hears of it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const [heard, unheard] = [await admin.listen(), await agent.listen()];
  const { contactListId } = await listOf(admin, 2);
  const made = await admin.call(campaignsApi.create, { body: { name: 'Natal', message1: 'Oi {nome}', contactListId } });
  expect(made).toMatchObject({
    ...{ name: 'Natal', status: 'INATIVA', confirmation: false, scheduledAt: null, completedAt: null, whatsappId: null, whatsapp: null },
    ...{ contactListId, message1: 'Oi {nome}', message2: '', confirmationMessage5: '', mediaPath: null, mediaName: null, reason: null },
    contactList: { id: contactListId, contactsCount: 2 },
    ...{ valid: 2, waiting: 2, delivered: 0, failed: 0, skipped: 0, confirmationRequested: 0, confirmed: 0, estimatedEndAt: null },
  });
  const later = inMinutes(120);
  const changed = await admin.call(campaignsApi.update, { params: { id: made.id }, body: { scheduledAt: later, message2: 'Olá' } });
  expect(changed).toMatchObject({ status: 'PROGRAMADA', scheduledAt: later, message1: 'Oi {nome}', message2: 'Olá', name: 'Natal' });
  expect(Date.parse(changed.estimatedEndAt ?? '')).toBeGreaterThan(Date.parse(later));
  expect(await admin.call(campaignsApi.list, { query: { searchParam: 'NAT' } })).toEqual({ records: [changed], count: 1, hasMore: false });
  expect(await admin.call(campaignsApi.update, { params: { id: made.id }, body: { scheduledAt: '' } })).toMatchObject({
    status: 'INATIVA',
  });
  await admin.call(campaignsApi.remove, { params: { id: made.id } });
  expect(await admin.raw('GET', `/campaigns/${made.id}`)).toMatchObject(refusal(404, 'ERR_NO_CAMPAIGN_FOUND'));
  await expect.poll(() => heard.of(campaignLive).map(({ action }) => action), patient).toEqual(['create', 'update', 'update', 'delete']);
  expect(unheard.of(campaignLive)).toEqual([]);
});

test('"name required 2 to 50"; what belongs to another company is not there', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const theirs = await listOf(other, 1);
  const whatsappId = await world.connection(other);
  for (const [name, message] of [
    ['', 'required'],
    ['A', 'tooShort'],
    ['A'.repeat(51), 'tooLong'],
  ])
    expect(await admin.raw('POST', '/campaigns', { body: { name } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'name', message }] },
    });
  const foreign = [{ contactListId: theirs.contactListId }, { whatsappId }];
  for (const body of foreign) expect((await admin.raw('POST', '/campaigns', { body: { name: 'Natal', ...body } })).status).toBe(404);
  const made = await admin.call(campaignsApi.create, { body: { name: 'Natal' } });
  expect(await other.raw('POST', `/campaigns/${made.id}/cancel`)).toMatchObject(refusal(404, 'ERR_NO_CAMPAIGN_FOUND'));
  const preview = { body: { contactListItemId: theirs.items[0]?.id } };
  expect((await admin.raw('POST', `/campaigns/${made.id}/preview`, preview)).status).toBe(404);
});

test('calls are for admins of companies that have campaigns', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin, 'supervisor');
  for (const path of ['/campaigns', '/campaign-settings', '/suppressions'])
    expect(await agent.raw('GET', path)).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  const boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
  await boss.call(companiesApi.update, { params: { id: admin.user.companyId }, body: { campaignsEnabled: false } });
  for (const path of ['/campaigns', '/campaign-settings', '/suppressions', '/campaigns/1/recipients/export'])
    expect(await admin.raw('GET', path)).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
  expect(await admin.raw('POST', '/campaigns', { body: { name: 'Natal' } })).toMatchObject(refusal(403, 'ERR_NO_PERMISSION'));
});

test('at its time everybody gets one of its texts, filled in, once; no ticket is opened, and it ends', async () => {
  const { admin, phone, contactListId, numbers, whatsappId } = await campaignOffice(world, 4);
  await admin.call(campaignSettingsApi.save, { body: { settings: { variables: [{ key: 'loja', value: 'Padaria {nome}' }] } } });
  const heard = await admin.listen();
  const campaign = await launch(admin, { contactListId, message1: '{nome}, {numero}, {loja}', message2: 'Oi {email} {nada}' });
  expect(campaign).toMatchObject({ status: 'PROGRAMADA', waiting: 4 });
  await reaches(admin, campaign, 'FINALIZADA');
  const ended = await show(admin, campaign);
  expect(ended).toMatchObject({ delivered: 4, failed: 0, skipped: 0, waiting: 0, valid: 4, whatsappId, completedAt: expect.any(String) });
  const texts = await Promise.all(numbers.map(async (number) => (await phone(number)).map(({ body }) => body)));
  expect(texts).toEqual([
    [`Pessoa 1, ${numbers[0]}, Padaria {nome}`],
    ['Oi p2@exemplo.com {nada}'],
    [`Pessoa 3, ${numbers[2]}, Padaria {nome}`],
    ['Oi p4@exemplo.com {nada}'],
  ]);
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).count).toBe(0);
  expect(await recipients(admin, campaign)).toMatchObject(
    numbers.map((number, place) => ({ number, state: 'sent', reason: null, message: texts[place]?.[0], consentSource: 'list' })),
  );
  const told = heard.of(campaignLive).flatMap((event) => (event.action === 'update' ? [Campaign.parse(event.record)] : []));
  expect(told.at(-1)).toEqual(ended);
  expect(told.map(sumOf)).toEqual(told.map(() => 4));
  for (const [method, path] of [
    ['POST', 'cancel'],
    ['POST', 'restart'],
    ['DELETE', 'media-upload'],
  ] as const)
    expect(await admin.raw(method, `/campaigns/${campaign.id}/${path}`)).toMatchObject(refusal(409, 'ERR_CAMPAIGN_STATE'));
  expect(await admin.raw('PUT', `/campaigns/${campaign.id}`, { body: { name: 'Outra' } })).toMatchObject(
    refusal(409, 'ERR_CAMPAIGN_STATE'),
  );
  const csv = await admin.raw('GET', `/campaigns/${campaign.id}/recipients/export`);
  expect(csv).toMatchObject({ status: 200, body: expect.stringContaining(`Pessoa 1;${numbers[0]};sent;`) });
});

test('it lies in the ticket of who is being served, whose answer goes the ordinary way', async () => {
  const { admin, agent, phone, write, contactListId, numbers } = await campaignOffice(world, 1);
  const number = numbers[0] ?? '';
  await write({ number, name: 'Ana', body: 'Bom dia' });
  const find = async () => (await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).tickets[0];
  await expect.poll(find, patient).toBeDefined();
  const ticket = await find();
  await agent.call(ticketsApi.update, { params: { id: ticket?.id ?? 0 }, body: { status: 'open' } });
  const campaign = await launch(admin, { contactListId });
  await reaches(admin, campaign, 'FINALIZADA');
  expect((await phone(number)).map(({ body }) => body)).toContain('Olá Pessoa 1!');
  const { messages } = await agent.call(messagesApi.list, { params: { ticketId: ticket?.id ?? 0 }, query: {} });
  expect(messages.at(-1)).toMatchObject({ origin: 'campaign', ticketId: ticket?.id, why: 'it is part of the campaign Campanha de Natal' });
});

test('a file goes with it, its text is the caption; the preview shows every variant as it will read', async () => {
  const { admin, agent, phone, contactListId, numbers, items } = await campaignOffice(world, 1);
  const made = await launch(admin, { contactListId, scheduledAt: null, message1: 'Oi {nome}', message3: 'Olá {nome}' });
  const form = formOf({}, [{ name: 'oferta.pdf', bytes: Buffer.from('%PDF-1.4 oferta'), type: 'application/pdf' }], 'file');
  const attached = await admin.raw('POST', `/campaigns/${made.id}/media-upload`, { form });
  expect(attached).toMatchObject({ status: 200, body: { mediaName: 'oferta.pdf', mediaPath: expect.any(String) } });
  const { mediaPath } = await show(admin, made);
  expect((await agent.raw('GET', `/public/${mediaPath}`)).status).not.toBe(404);
  const contactListItemId = items[0]?.id ?? 0;
  const preview = await admin.call(campaignsApi.preview, { params: { id: made.id }, body: { contactListItemId } });
  expect(preview).toMatchObject({
    contact: { id: contactListItemId, name: 'Pessoa 1', number: numbers[0] },
    messages: [
      { variant: 1, body: 'Oi Pessoa 1' },
      { variant: 3, body: 'Olá Pessoa 1' },
    ],
    confirmations: [],
    recipients: 1,
  });
  await admin.call(campaignsApi.update, { params: { id: made.id }, body: { scheduledAt: inMinutes(0) } });
  await reaches(admin, made, 'FINALIZADA');
  expect((await phone(numbers[0] ?? '')).at(-1)).toMatchObject({ body: 'Oi Pessoa 1', mediaType: 'application' });
});

test('settings start with the spec’s defaults, take only its choices, and are told', async () => {
  const admin = await world.company();
  const heard = await admin.listen();
  const list = () => admin.call(campaignSettingsApi.list, { query: {} });
  expect(await list()).toEqual([
    { key: 'messageInterval', value: '20' },
    { key: 'longerIntervalAfter', value: '20' },
    { key: 'greaterInterval', value: '60' },
    { key: 'variables', value: '[]' },
  ]);
  const variables = [{ key: 'cupom', value: 'NATAL10' }];
  const given = { messageInterval: '5', longerIntervalAfter: 10, variables: JSON.stringify(variables) };
  const saved = await admin.call(campaignSettingsApi.save, { body: { settings: given } });
  expect(saved.map(({ value }) => value)).toEqual(['5', '10', '60', JSON.stringify(variables)]);
  expect(await list()).toEqual(saved);
  for (const settings of [
    { messageInterval: 7 },
    { greaterInterval: 10 },
    { variables: [{ key: 'a b', value: '' }] },
    { variables: [...variables, ...variables] },
  ])
    expect((await admin.raw('POST', '/campaign-settings', { body: { settings } })).status, JSON.stringify(settings)).toBe(400);
  await expect.poll(() => heard.of(campaignSettingsLive).length, patient).toBe(1);
});

test('fields and file are stored in one call, also when the campaign starts within the hour', async () => {
  const { admin, phone, contactListId, numbers } = await campaignOffice(world, 1);
  const file = (name: string) => ({ name, bytes: Buffer.from(`%PDF-1.4 ${name}`), type: 'application/pdf' });
  const soon = inMinutes(30);
  const fields = { name: 'Natal', message1: 'Oi {nome}', scheduledAt: soon, contactListId: String(contactListId), whatsappId: '' };
  const form = formOf({ ...fields, confirmation: 'false' }, [file('oferta.pdf')], 'file');
  const made = await admin.raw('POST', '/campaigns', { form });
  expect(made).toMatchObject({ status: 200, body: { status: 'PROGRAMADA', mediaName: 'oferta.pdf', whatsappId: null, contactListId } });

  const idle = await launch(admin, { contactListId, scheduledAt: null });
  const change = formOf({ scheduledAt: inMinutes(0) }, [file('nova.pdf')], 'file');
  const changed = await admin.raw('PUT', `/campaigns/${idle.id}`, { form: change });
  expect(changed).toMatchObject({ status: 200, body: { mediaName: 'nova.pdf', message1: 'Olá {nome}!' } });
  await reaches(admin, idle, 'FINALIZADA');
  expect((await phone(numbers[0] ?? '')).at(-1)).toMatchObject({ body: 'Olá Pessoa 1!', mediaType: 'application' });
});

test('media-upload completes a campaign that starts within the hour, but does not replace its file', async () => {
  const { admin, contactListId } = await campaignOffice(world, 1);
  const campaign = await launch(admin, { contactListId, scheduledAt: inMinutes(30) });
  const upload = (name: string) => {
    const form = formOf({}, [{ name, bytes: Buffer.from('%PDF-1.4 a'), type: 'application/pdf' }], 'file');
    return admin.raw('POST', `/campaigns/${campaign.id}/media-upload`, { form });
  };
  expect(await upload('oferta.pdf')).toMatchObject({ status: 200, body: { mediaName: 'oferta.pdf' } });
  expect(await upload('outra.pdf')).toMatchObject(refusal(409, 'ERR_CAMPAIGN_STATE'));
});

// "Campaign: ... companyId ... shipping items (deliveredAt, confirmationRequestedAt), contactList.contacts"
test('a campaign and its people carry companyId, contactList.contacts and shipping', async () => {
  const { admin, contactListId, items } = await campaignOffice(world, 2);
  const { companyId } = admin.user;
  const campaign = await launch(admin, { contactListId });
  expect(campaign.companyId).toBe(companyId);
  await reaches(admin, campaign, 'FINALIZADA');
  const { body } = await admin.raw('GET', `/campaigns/${campaign.id}`);
  expect(body).toMatchObject({
    companyId,
    contactList: {
      id: contactListId,
      contactsCount: 2,
      contacts: items.map(({ id, number }) => ({ id, number, companyId, contactListId })),
    },
    shipping: items.map(({ number }) => ({ number, deliveredAt: expect.any(String), confirmationRequestedAt: null })),
  });
  expect((await admin.raw('GET', `/campaigns/${campaign.id}?people=false`)).body).not.toHaveProperty('shipping');
});
