import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Message, messageLive, messagesApi } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { served } from '../../../../test/conversation.ts';
import { patient } from '../../../../test/patient.ts';
import { rerouteOutbound } from '../../../../test/rerouted-outbound.ts';
import { openWorld, type World } from '../../../../test/world.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { linkPreviews } from './link-previews.jobs.ts';
import { readPageApart } from './page-worker.ts';

const pages: Record<string, (response: http.ServerResponse) => void> = {
  '/oferta': (response) => html(response, '<title>Oferta &lt;b&gt; do dia</title><meta name="description" content="Só hoje">'),
  '/longa': (response) => html(response, `<title>Longa</title>${'x'.repeat(3_000_000)}`),
  '/imagem': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/vazia': (response) => html(response, '<p>nada</p>'),
  '/erro': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<title>Erro</title>'),
  '/fora': (response) => response.writeHead(302, { location: `http://127.0.0.2:${portOf(inside)}/segredo` }).end(),
};
const html = (response: http.ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
const portOf = (server: http.Server) => (server.address() as AddressInfo).port;

const asked: string[] = [];
const outside = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = pages[request.url ?? ''];
  if (answer) answer(response);
  else html(response, `<title>${request.url}</title>`);
});
/** A machine of the operator's own that no link may reach. */
const reached: string[] = [];
const inside = http.createServer((request, response) => {
  reached.push(request.url ?? '');
  html(response, '<title>Segredo</title>');
});
await Promise.all([
  new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve)),
  new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve)),
]);
const site = 'https://loja.example';
const outbound = rerouteOutbound('loja.example', portOf(outside));
const world: World = await openWorld({}, undefined, undefined, outbound);
afterAll(() => {
  for (const server of [outside, inside]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => void asked.splice(0));

async function office(linkPreview = 'enabled') {
  const here = await served(world);
  if (linkPreview !== 'disabled')
    await here.admin.call(settingsApi.update, { params: { key: 'linkPreview' }, body: { value: linkPreview } });
  const say = async (body: string) => {
    const sent = await here.agent.call(messagesApi.send, { params: { ticketId: here.ticket.id }, body: { body } });
    return 'messages' in sent ? sent.messages[0]! : sent;
  };
  const previewOf = async ({ id }: Pick<Message, 'id'>) =>
    (await here.thread()).messages.find((message) => message.id === id)?.data?.preview;
  /** Told in order: when this one is shown, those before it were looked at. */
  const settled = async () => {
    const last = await say(`${site}/fim-${Math.random()}`);
    await expect.poll(() => previewOf(last), patient).toBeDefined();
  };
  return { ...here, say, previewOf, settled };
}

test('with the setting, what a customer or an agent links to is shown with the message, and told live', async () => {
  const { agent, write, number, thread, say, previewOf } = await office();
  const atAgent = await agent.listen();
  await write({ number, body: `Vi em ${site}/oferta. Ainda vale?` });
  await expect
    .poll(async () => (await thread()).messages.find(({ body }) => body.includes('Ainda vale'))?.data, patient)
    .toEqual({
      preview: { link: `${site}/oferta`, url: `${site}/oferta`, title: 'Oferta <b> do dia', description: 'Só hoje', site: 'loja.example' },
    });
  const sent = await say(`Sim: ${site}/longa`);
  await expect.poll(() => previewOf(sent), patient).toMatchObject({ title: 'Longa' });
  await expect
    .poll(() => atAgent.of(messageLive).filter(({ action }) => action === 'update'), patient)
    .toEqual(expect.arrayContaining([expect.objectContaining({ message: expect.objectContaining({ id: sent.id }) })]));
});

test('it is off until an admin switches it on: nothing is asked', async () => {
  const { admin, agent, say, previewOf, settled } = await office('disabled');
  expect(await agent.send(settingsApi.update, { params: { key: 'linkPreview' }, body: { value: 'enabled' } })).toMatchObject({
    status: 403,
  });
  const before = await say(`${site}/oferta`);
  await admin.call(settingsApi.update, { params: { key: 'linkPreview' }, body: { value: 'enabled' } });
  await settled();
  expect(asked.filter((url) => url === '/oferta')).toEqual([]);
  expect(await previewOf(before)).toBeUndefined();
});

test('one address is asked once a day in a company, however many messages name it and whatever came of it', async () => {
  const { say, previewOf, settled } = await office();
  const many = [];
  for (let n = 0; n < 4; n += 1) many.push(await say(`${site}/oferta e ${n}`));
  for (const message of many) await expect.poll(() => previewOf(message), patient).toMatchObject({ title: 'Oferta <b> do dia' });
  for (const path of ['/imagem', '/vazia', '/erro', '/imagem', '/vazia', '/erro']) await say(site + path);
  await settled();
  expect(asked.filter((url) => url === '/oferta')).toHaveLength(1);
  for (const path of ['/imagem', '/vazia', '/erro'])
    expect(
      asked.filter((url) => url === path),
      path,
    ).toHaveLength(1);
});

test('a link into the operator’s own network is never followed, also not by a redirection', async () => {
  const { say, previewOf, settled } = await office();
  const sent = [];
  for (const link of [`http://127.0.0.2:${portOf(inside)}/segredo`, `${site}/fora`]) sent.push(await say(link));
  await settled();
  expect(reached).toEqual([]);
  for (const message of sent) expect(await previewOf(message)).toBeUndefined();
});

test('an entry of OUTBOUND_ALLOW opens nothing to a link preview', async () => {
  const { admin, agent, say, previewOf } = await office('disabled');
  const sent = await say(`http://127.0.0.2:${portOf(inside)}/segredo`);
  await admin.call(settingsApi.update, { params: { key: 'linkPreview' }, body: { value: 'enabled' } });
  const job = linkPreviews(createOutbound({ allow: ['127.0.0.2', `127.0.0.2:${portOf(inside)}`] }));
  await job.run(world.server.platform, agent.user.companyId, { messageId: sent.id, tries: 0 });
  expect([reached, await previewOf(sent)]).toEqual([[], undefined]);
});

test('a thread of its own reads a page, and says so where there is nothing to read', async () => {
  expect(await readPageApart(Buffer.from('<title>Olá</title>'), 'text/html; charset=utf-8')).toMatchObject({ title: 'Olá' });
  expect(await readPageApart(Buffer.from('<p>nada</p>'), 'text/html')).toBeUndefined();
});

test('run twice, a job asks once; a message that was deleted meanwhile stays without', async () => {
  const { agent, say, previewOf, settled } = await office();
  const sent = await say(`${site}/duas-vezes`);
  await expect.poll(() => previewOf(sent), patient).toBeDefined();
  const job = linkPreviews(outbound);
  await job.run(world.server.platform, agent.user.companyId, { messageId: sent.id, tries: 0 });
  expect(asked.filter((url) => url === '/duas-vezes')).toHaveLength(1);
  const gone = await say(`${site}/apagada`);
  await agent.call(messagesApi.remove, { params: { messageId: gone.id } });
  await settled();
  expect(await previewOf(gone)).toBeUndefined();
});

// Last: jobs are due by the clock of the database, which this test leaves behind.
test('another day it is asked again', async () => {
  const { agent, say, previewOf } = await office();
  const sent = await say(`${site}/oferta`);
  await expect.poll(() => previewOf(sent), patient).toBeDefined();
  world.clock.move(25 * 3_600_000);
  await agent.logIn(agent.user.email);
  const tomorrow = await say(`${site}/oferta de novo`);
  const job = linkPreviews(outbound);
  await job.run(world.server.platform, agent.user.companyId, { messageId: tomorrow.id, tries: 0 });
  expect(await previewOf(tomorrow)).toMatchObject({ title: 'Oferta <b> do dia' });
  expect(asked.filter((url) => url === '/oferta')).toHaveLength(2);
});
