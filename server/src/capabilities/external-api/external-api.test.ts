import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { externalApi } from '@prosa/contracts/external-api';
import {
  type Example,
  type ExampleLanguage,
  exampleFile,
  exampleLanguages,
  fileExamples,
  showExamples,
  textExamples,
} from '@prosa/contracts/external-api-examples';
import { ticketsApi } from '@prosa/contracts/tickets';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { formOf, newNumber, office, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const run = promisify(execFile);

async function programOf(admin: Client, whatsappId: number): Promise<Client> {
  const program = world.client();
  program.token = (await admin.call(connectionsApi.show, { params: { id: whatsappId }, query: {} })).token;
  return program;
}
async function line() {
  const here = await office(world);
  return { ...here, program: await programOf(here.admin, here.whatsappId), number: newNumber() };
}
const error = (status: number, code: string) => ({ status, body: expect.objectContaining({ error: code }) });

test('a program sends a text to a number nobody knows: it arrives, opens no ticket, and tells how far it came', async () => {
  const { admin, program, number, phone } = await line();
  const { id, ids, message } = await program.call(externalApi.send, { body: { number: `+${number}`, body: 'Seu pedido saiu' } });
  expect([ids, message]).toEqual([[id], expect.any(String)]);
  await expect.poll(() => phone(number), patient).toMatchObject([{ body: 'Seu pedido saiu', fromBusiness: true }]);
  await expect.poll(() => program.call(externalApi.show, { params: { id } }), patient).toEqual({ id, ack: 2, failure: null });
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).count).toBe(0);
  expect((await admin.call(contactsApi.list, { query: {} })).contacts).toMatchObject([{ name: number, number }]);
});

test('to a customer who is being served it lies in the ticket, marked as sent by a program', async () => {
  const { admin, number, whatsappId, thread, ticket } = await served(world);
  const program = await programOf(admin, whatsappId);
  const { id } = await program.call(externalApi.send, { body: { number: Number(number), body: 'Pagamento recebido' } as never });
  expect((await thread()).messages.at(-1)).toMatchObject({
    id,
    ticketId: ticket.id,
    origin: 'api',
    user: null,
    body: 'Pagamento recebido',
  });
});

test('files come as a form, each a message, the text as the caption of the first', async () => {
  const { program, number, phone } = await line();
  const form = formOf({ number, body: 'As fotos' }, [
    { name: 'um.png', bytes: await pngOf(20, 20), type: 'image/png' },
    { name: 'dois.png', bytes: await pngOf(30, 30), type: 'image/png' },
  ]);
  const { status, body } = await program.raw('POST', '/api/messages/send', { form });
  expect([status, body]).toEqual([
    200,
    { id: expect.any(Number), ids: [expect.any(Number), expect.any(Number)], message: expect.any(String) },
  ]);
  await expect
    .poll(() => phone(number), patient)
    .toMatchObject([
      { body: 'As fotos', mediaType: 'image' },
      { body: '', mediaType: 'image' },
    ]);
});

test('the same request under one key is sent once, also when it comes many times at once', async () => {
  const { program, number, phone } = await line();
  const send = (body: string) =>
    program.raw('POST', '/api/messages/send', { body: { number, body }, headers: { 'idempotency-key': 'pedido 77' } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('Uma vez')));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await send('Outra coisa')).toMatchObject(error(409, 'ERR_CONFLICT'));
  await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toEqual(['Uma vez']);
});

test('what is wrong is said clearly', async () => {
  const { admin, program, number, whatsappId, faults } = await line();
  const send = (body: object, who = program) => who.raw('POST', '/api/messages/send', { body });
  expect(await send({ number, body: ' ' })).toMatchObject(error(400, 'ERR_VALIDATION'));
  expect(await send({ body: 'Oi' })).toMatchObject(error(400, 'ERR_VALIDATION'));
  expect(await send({ number: 'abc', body: 'Oi' })).toMatchObject({ body: { details: [{ path: 'number', message: 'invalidNumber' }] } });
  const stranger = world.client();
  for (const token of ['', 'x', 'wrong-token-of-nobody'])
    expect(
      await stranger.raw('POST', '/api/messages/send', { body: { number, body: 'Oi' }, headers: { authorization: `Bearer ${token}` } }),
    ).toMatchObject(error(401, 'ERR_INVALID_TOKEN'));
  expect(await send({ number, body: 'Oi' }, admin)).toMatchObject(error(401, 'ERR_INVALID_TOKEN'));
  await faults({ invalidNumbers: [number] });
  expect(await send({ number, body: 'Oi' })).toMatchObject(error(400, 'ERR_WAPP_INVALID_CONTACT'));
  expect((await admin.call(contactsApi.list, { query: {} })).count).toBe(0);
  // Of messages that no program sent by this connection nothing is told.
  const other = await world.connection(admin, { name: 'Outra' });
  const { id } = await (await programOf(admin, other)).call(externalApi.send, { body: { number: newNumber(), body: 'Oi' } });
  expect(await program.raw('GET', `/api/messages/${id}`)).toMatchObject(error(404, 'ERR_NO_MESSAGE_FOUND'));
  expect(whatsappId).not.toBe(other);
});

test('a token has sixty calls in a minute, and then is told when to come again', async () => {
  const strict = await openWorld({ RATE_LIMIT_FACTOR: '1', ROLES: 'web' }, world.database);
  const { admin, whatsappId } = await line();
  const program = strict.client();
  program.token = (await admin.call(connectionsApi.show, { params: { id: whatsappId }, query: {} })).token;
  const answers = await Promise.all(Array.from({ length: 61 }, () => program.raw('GET', '/api/messages/1')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.body).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  await strict.close();
});

const interpreters: Record<ExampleLanguage, { command: string; version: string; run: (file: string) => [string, string[]] }> = {
  curl: { command: 'curl', version: '--version', run: (file) => ['bash', [file]] },
  JavaScript: { command: process.execPath, version: '--version', run: (file) => [process.execPath, [file]] },
  PHP: { command: 'php', version: '--version', run: (file) => ['php', [file]] },
};
const isThere = (language: ExampleLanguage) =>
  run(interpreters[language].command, [interpreters[language].version]).then(
    () => true,
    () => false,
  );

describe('the examples of the page do what they say', () => {
  test.for(exampleLanguages)('%s', async (language, { skip }) => {
    if (!(await isThere(language))) skip(`${language} is not on this machine`);
    const { program, number, phone } = await line();
    const example: Example = { base: world.server.url, token: program.token, number };
    const ending = language === 'JavaScript' ? 'mjs' : language === 'PHP' ? 'php' : 'sh';
    await writeFile(join(world.dataDir, exampleFile), '%PDF-1.4\n%%EOF\n');
    const runOne = async (name: string, source: string) => {
      const file = join(world.dataDir, `${name}.${ending}`);
      await writeFile(file, source);
      return (await run(...interpreters[language].run(file), { cwd: world.dataDir })).stdout;
    };
    const told = await runOne('text', textExamples[language](example));
    await runOne('file', fileExamples[language](example));
    await expect.poll(() => phone(number), patient).toMatchObject([{ body: 'Olá!' }, { body: 'Segue o boleto', mediaType: 'application' }]);
    const id = Number(/"?id"?: ?(\d+)/.exec(told)?.[1]);
    expect(await runOne('show', showExamples[language](example, id))).toMatch(new RegExp(`"?id"?: ?${id}\\b`));
  });
});
