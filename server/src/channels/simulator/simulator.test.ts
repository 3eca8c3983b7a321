import { connectionsApi } from '@prosa/contracts/connections';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { bodies, openConversation, openSimulated, thread, ticketOf } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { queueFrame } from './network.ts';

const world = await openWorld();

test('the same id written twice, even at once, is one message', async () => {
  const { admin, write, phone } = await openSimulated(world);
  const number = newNumber();
  const answers = await Promise.all(Array.from({ length: 10 }, () => write({ number, body: 'Uma vez só', id: 'UNICO' })));
  expect(answers).toEqual(answers.map(() => ({ id: 'UNICO' })));
  expect(await phone(number)).toHaveLength(1);
  const { id } = await ticketOf(admin, number);
  expect(await thread(admin, id)).toMatchObject([{ body: 'Uma vez só', channelId: 'UNICO', fromMe: false }]);
});

test('a picture written again under its id, even at once, leaves one file', async () => {
  const { admin, whatsappId, phone } = await openSimulated(world);
  const number = newNumber();
  const picture = await pngOf(10, 10);
  const writePicture = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ number, body: 'Veja', id: 'FOTO' })) form.append(name, value);
    form.append('media', new Blob([new Uint8Array(picture)]), 'foto.png');
    return admin.raw('POST', `/simulator/${whatsappId}/messages`, { form });
  };
  const answers = await Promise.all(Array.from({ length: 5 }, writePicture));
  expect([...answers, await writePicture()].map(({ body }) => body)).toEqual(Array.from({ length: 6 }, () => ({ id: 'FOTO' })));
  expect(await phone(number)).toHaveLength(1);
  const stored = await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) => tx.execute(sql`select from media`));
  expect(stored.rowCount).toBe(1);
});

test('the same id in two companies is two messages', async () => {
  const [one, two] = await Promise.all([openSimulated(world), openSimulated(world)]);
  const number = newNumber();
  await Promise.all([one.write({ number, body: 'para um', id: 'IGUAL' }), two.write({ number, body: 'para dois', id: 'IGUAL' })]);
  expect(await bodies(one.admin, (await ticketOf(one.admin, number)).id)).toEqual(['para um']);
  expect(await bodies(two.admin, (await ticketOf(two.admin, number)).id)).toEqual(['para dois']);
});

test('a connection that was removed is a phone that nobody can write to', async () => {
  const { admin, whatsappId, write } = await openSimulated(world);
  const number = newNumber();
  await write({ number, body: 'Ainda há alguém?' });
  await ticketOf(admin, number);
  await admin.call(connectionsApi.remove, { params: { id: whatsappId } });
  const written = await admin.send(simulatorApi.write, { params: { whatsappId }, body: { number, body: 'E agora?' } });
  expect(written).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
});

test('what customers write while the phone is out of reach comes later, in order', async () => {
  const { admin, write, faults } = await openSimulated(world);
  const number = newNumber();
  expect(await faults({ offline: true })).toMatchObject({ offline: true });
  const said = Array.from({ length: 12 }, (_, n) => `mensagem ${n}`);
  for (const body of said) await write({ number, body });
  expect((await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets).toEqual([]);
  await faults({ offline: false });
  const { id } = await ticketOf(admin, number);
  await expect.poll(() => bodies(admin, id), patient).toEqual(said);
});

test('deliveries that come twice are kept once, those that come out of order are shown as they were said', async () => {
  const { admin, write, faults } = await openSimulated(world);
  const number = newNumber();
  await faults({ offline: true, duplicate: true, reorder: true });
  const said = Array.from({ length: 20 }, (_, n) => `fala ${n}`);
  for (const body of said) await write({ number, body });
  await faults({ offline: false });
  const { id } = await ticketOf(admin, number);
  await expect.poll(() => bodies(admin, id), patient).toEqual(said);
  expect(await ticketOf(admin, number)).toMatchObject({ unreadMessages: 20, lastMessage: 'fala 19' });
});

test('a delivery repeated long after its ticket was resolved opens no ticket', async () => {
  const { admin, whatsappId, write } = await openSimulated(world);
  const number = newNumber();
  await write({ number, body: 'Oi', id: 'REPETIDA' });
  const ticket = await ticketOf(admin, number);
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  const again = {
    kind: 'message',
    id: 'REPETIDA',
    chat: number,
    name: '',
    isGroup: false,
    fromMe: false,
    participant: '',
    participantName: '',
    data: null,
    body: 'Oi',
    sentAt: new Date().toISOString(),
    mediaType: null,
    mediaId: null,
    quotedId: null,
  } as const;
  await inScope(world.server.platform, { companyId: admin.user.companyId }, (scope) => queueFrame(scope, whatsappId, again));
  await write({ number: newNumber(), body: 'depois' });
  await expect
    .poll(async () => (await admin.call(ticketsApi.list, { query: { searchParam: '', status: 'pending' } })).count, patient)
    .toBe(1);
  expect(await admin.call(ticketsApi.show, { params: { id: ticket.id } })).toMatchObject({ status: 'closed', unreadMessages: 1 });
  expect((await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets).toHaveLength(1);
});

test('a slow network delivers late, not never', async () => {
  const { admin, write, faults } = await openSimulated(world);
  const number = newNumber();
  await faults({ delayMs: 1500 });
  const began = performance.now();
  await write({ number, body: 'Cheguei' });
  await ticketOf(admin, number);
  expect(performance.now() - began).toBeGreaterThan(1200);
});

test('"call disabled means calls are refused with a text"; a call leaves its trace in the conversation either way', async () => {
  const { admin, params, phone } = await openSimulated(world);
  const number = newNumber();
  const call = () => admin.call(simulatorApi.call, { params, body: { number, name: 'Ana' } });
  const { id } = await call();
  const ticket = await ticketOf(admin, number);
  expect(await thread(admin, ticket.id)).toMatchObject([
    { channelId: id, mediaType: 'call_log', fromMe: false },
    { fromMe: true, user: null, body: expect.stringMatching(/^Mensagem Automática:/) },
  ]);
  expect(ticket.contact.name).toBe('Ana');
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ fromBusiness: true, mediaType: null });
  await admin.call(settingsApi.update, { params: { key: 'call' }, body: { value: 'enabled' } });
  const taken = await call();
  await expect.poll(async () => (await thread(admin, ticket.id)).at(-1), patient).toMatchObject({ channelId: taken.id });
});

test("what is typed on the company's own phone is ours, counts as read by nobody and reopens nothing", async () => {
  const { admin, write, number, ticket, receipt } = await openConversation(world);
  const { id } = await write({ number, body: 'Digitado no celular', fromMe: true, name: 'Padaria' });
  await expect
    .poll(() => thread(admin, ticket.id), patient)
    .toMatchObject([{ body: 'Oi' }, { body: 'Digitado no celular', fromMe: true, user: null, contact: null, channelId: id }]);
  const shown = await ticketOf(admin, number);
  expect(shown).toMatchObject({ unreadMessages: 0, lastMessage: 'Digitado no celular', contact: { name: number } });
  expect((await receipt(id, 3)).status).toBe(200);
  await expect.poll(async () => (await thread(admin, ticket.id))[1]?.ack, patient).toBe(3);
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  await write({ number, body: 'Depois de fechar', fromMe: true });
  await expect.poll(() => bodies(admin, ticket.id), patient).toContain('Depois de fechar');
  expect((await admin.call(ticketsApi.show, { params: { id: ticket.id } })).status).toBe('closed');
});

test('replies quote both ways, also when quote and quoted arrive together', async () => {
  const { admin, write, phone, number, ticket, send, faults } = await openConversation(world);
  const [first] = await thread(admin, ticket.id);
  const answer = await send('Respondo a isso', { id: first!.id });
  expect(answer.quotedMsg).toMatchObject({ id: first!.id, body: 'Oi' });
  await expect
    .poll(async () => (await phone(number)).at(-1), patient)
    .toMatchObject({ body: 'Respondo a isso', quotedId: first!.channelId });
  await write({ number, body: 'E eu a isso', quotedId: answer.channelId });
  await expect
    .poll(async () => (await thread(admin, ticket.id)).at(-1), patient)
    .toMatchObject({ body: 'E eu a isso', quotedMsg: { id: answer.id } });
  await faults({ offline: true, reorder: true });
  await write({ number, body: 'Pergunta', id: 'P1' });
  await write({ number, body: 'Sobre a pergunta', quotedId: 'P1' });
  await faults({ offline: false });
  await expect
    .poll(async () => (await thread(admin, ticket.id)).at(-1), patient)
    .toMatchObject({ body: 'Sobre a pergunta', quotedMsg: { body: 'Pergunta' } });
});

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'), Buffer.alloc(400, 7)]);

test('a picture is kept, opened by its address alone, in parts too, and by no bent or expired address', async () => {
  const { admin, params, phone } = await openSimulated(world);
  const number = newNumber();
  const form = new FormData();
  form.set('number', number);
  form.set('body', 'Veja');
  form.set('media', new Blob([png], { type: 'image/png' }), '../../etc/passwd.png');
  const upload = await admin.raw('POST', `/simulator/${params.whatsappId}/messages`, { form });
  expect(upload).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  const ticket = await ticketOf(admin, number);
  const [message] = await thread(admin, ticket.id);
  expect(message).toMatchObject({ mediaType: 'image', body: 'Veja', mediaUrl: expect.stringMatching(/^\/public\/[^?]+\?e=\d+&s=[\w-]+$/) });
  expect(message!.mediaUrl).not.toContain('passwd');

  const stranger = { at: (path: string, headers: Record<string, string> = {}) => fetch(world.server.url + path, { headers }) };
  const address = message!.mediaUrl!;
  const whole = await stranger.at(address);
  expect(whole.status).toBe(200);
  expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  const part = await stranger.at(address, { range: 'bytes=8-15' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 8-15/${png.length}`);
  expect(Buffer.from(await part.arrayBuffer()).equals(png.subarray(8, 16))).toBe(true);

  const [path = '', query = ''] = address.split('?');
  const bent = [
    path,
    `${path}?${query.slice(0, -1)}`,
    `${path}?${query.replace(/e=\d/, 'e=9')}`,
    `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}?${query}`,
    '/public/1/../1/x',
    '/public/%2e%2e/%2e%2e/etc',
  ];
  for (const wrong of bent) {
    const answer = await stranger.at(wrong);
    expect(answer.status, wrong).toBe(404);
    expect(await answer.json(), wrong).toHaveProperty('error');
  }
  expect((await admin.raw('GET', path)).status).toBe(200);
  const agent = await world.colleague(admin);
  expect(await agent.raw('GET', path)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  const outsider = await world.company();
  expect(await outsider.raw('GET', path)).toMatchObject({ status: 404, body: { error: 'ERR_NO_FILE_FOUND' } });
  expect((await phone(number))[0]).toMatchObject({ mediaType: 'image', mediaUrl: expect.stringContaining('/public/') });

  const again = await admin.call(simulatorApi.write, { params, body: { number, mediaUrl: address } });
  await expect
    .poll(async () => (await thread(admin, ticket.id)).at(-1), patient)
    .toMatchObject({ channelId: again.id, mediaType: 'image' });
  for (const mediaUrl of ['http://127.0.0.1:1/segredo.png', '/public/1/x', `${address}x`]) {
    expect((await admin.send(simulatorApi.write, { params, body: { number, mediaUrl } })).status, mediaUrl).toBe(404);
  }
  world.clock.move(25 * 3_600_000);
  expect((await stranger.at(address)).status).toBe(404);
});

test('the phones of a network are listed with their last word', async () => {
  const { admin, params, write } = await openSimulated(world);
  const number = newNumber();
  await write({ number, body: 'primeira', name: 'Ana' });
  await write({ number, body: 'última' });
  expect(await admin.call(simulatorApi.phones, { params })).toMatchObject([{ number, name: 'Ana', lastMessage: 'última' }]);
});

test('only admins drive the network, and only their own', async () => {
  const { admin, params } = await openSimulated(world);
  const agent = await world.colleague(admin, 'supervisor');
  const outsider = await world.company();
  const body = { number: newNumber(), body: 'Oi' };
  expect(await agent.send(simulatorApi.write, { params, body })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await outsider.send(simulatorApi.write, { params, body })).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
  expect(await outsider.send(simulatorApi.faults, { params, body: { logout: true } })).toMatchObject({ status: 404 });
  expect((await admin.call(connectionsApi.show, { params: { id: params.whatsappId }, query: {} })).status).toBe('CONNECTED');
});

test('a network asked for by many at once, right after its connection was made, answers them all', async () => {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Nova', provider: 'simulator' } });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => admin.send(simulatorApi.faults, { params: { whatsappId: id }, body: {} })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test.each([
  ['letters for a number', { number: 'abc', body: 'x' }],
  ['an ack beyond the scale', undefined],
])('%s is invalid input', async (_what, body) => {
  const { admin, params } = await openSimulated(world);
  const answer = body
    ? await admin.raw('POST', `/simulator/${params.whatsappId}/messages`, { body })
    : await admin.raw('POST', `/simulator/${params.whatsappId}/receipts`, { body: { id: 'x', ack: 6 } });
  expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
});

test('what waits for the network counts in nobody else’s database rows', async () => {
  const { admin, write, number } = await openConversation(world);
  const other = await openSimulated(world);
  await write({ number, body: 'segredo do concorrente' });
  const { rows } = await inScope(world.server.platform, { companyId: other.admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`select from simulator_messages where number = ${number}`),
  );
  expect(rows).toEqual([]);
  expect(admin.user.companyId).not.toBe(other.admin.user.companyId);
});

test('a number may be written as people write it, or as a number, and what is not said may be null', async () => {
  const { admin, whatsappId, phone } = await openSimulated(world);
  const number = newNumber();
  const typed = `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4, 9)}-${number.slice(9)}`;
  const written = [
    { number: typed, body: 'um' },
    { number: Number(number), body: 'dois', name: null, id: null, quotedId: null, fromMe: null, mediaType: null, mediaUrl: null },
  ];
  for (const body of written) expect((await admin.raw('POST', `/simulator/${whatsappId}/messages`, { body })).status).toBe(200);
  expect(await phone(typed)).toMatchObject([{ body: 'um' }, { body: 'dois' }]);
});
