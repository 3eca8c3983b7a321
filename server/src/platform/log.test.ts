import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messagesApi } from '@prosa/contracts/messages';
import { sessionApi } from '@prosa/contracts/session';
import { simulatorApi } from '@prosa/contracts/simulator';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { peopleOf } from '../../test/browser.ts';
import { freshDatabase } from '../../test/database.ts';
import { move, writes } from '../../test/office.ts';
import { patient } from '../../test/patient.ts';
import { openLog } from './log.ts';

const database = await freshDatabase(inject('templateUrl'));
const dataDir = await mkdtemp(join(tmpdir(), 'prosa-log-'));
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const server = spawn(process.execPath, ['--import', 'tsx', program], {
  env: {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: 'a-master-key-for-tests-only-0123456789',
    LOG_LEVEL: 'trace',
    RATE_LIMIT_FACTOR: '1000',
  },
});
let output = '';
for (const stream of [server.stdout, server.stderr])
  stream.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
afterAll(async () => {
  const gone = server.exitCode === null ? once(server, 'exit') : undefined;
  server.kill('SIGTERM');
  await gone;
  await rm(dataDir, { recursive: true, force: true });
  await database.drop();
});

test('the log of a real day, faults included, holds no name, number, text, address, password or token', async () => {
  await expect.poll(() => output).toMatch(/Prosa is ready at (\S+)/);
  const port = new URL(/Prosa is ready at (\S+)/.exec(output)?.[1] ?? '').port;
  const { company, connection, client } = peopleOf(`http://127.0.0.1:${port}`);
  const number = '5511912345678';
  const words = 'confidencial-do-cliente';
  const admin = await company({ name: 'Padaria Canário' });
  const whatsappId = await connection(admin);
  await client().send(sessionApi.login, { body: { email: admin.user.email, password: 'senha-errada-canario' } });
  await admin.refresh();
  const ticket = await writes(admin, whatsappId, number, words);
  await move(admin, ticket.id, { status: 'open' });
  await admin.call(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: words } });

  // Now something that nobody foresaw: the database refuses what agents and customers say, and repeats it in its complaint.
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`alter table messages add constraint no_more check (body not like '%${words}%') not valid`);
  const failed = await admin.send(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: words } });
  expect(failed).toMatchObject({ status: 500, body: { error: 'ERR_CREATING_MESSAGE' } });
  expect(Object.keys(failed.body as object)).toEqual(['error']);
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: words, name: 'Fulana Canário' } });
  await expect.poll(() => output, patient).toContain('an arrived frame could not be taken in and is tried again later');
  await owner.query('alter table messages drop constraint no_more');
  await owner.end();

  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
    expect.arrayContaining(['request failed', 'an arrived frame could not be taken in and is tried again later']),
  );
  const secrets = [words, number, 'Canário', admin.user.email, 'senha-errada-canario', admin.token, admin.cookie.replace(/^jrt=/, '')];
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  expect(lines.join('\n')).not.toMatch(/Bearer|eyJ[\w-]{10}|"(password|token|authorization|cookie|email|number|body)"/);
});

test('lines say for which request, company and person, or in which work; failed logins are noted without saying whose', async () => {
  const port = new URL(/Prosa is ready at (\S+)/.exec(output)?.[1] ?? '').port;
  const { company, client } = peopleOf(`http://127.0.0.1:${port}`);
  const lines = (message: string): Array<Record<string, unknown>> =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(message))
      .map((line) => JSON.parse(line));
  const [failed] = lines('request failed');
  expect(failed).toMatchObject({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    companyId: expect.any(Number),
    userId: expect.any(Number),
  });
  const [batch] = lines('an arrived frame could not be taken in and is tried again later');
  expect(batch).toMatchObject({ work: 'inbox', companyId: failed?.companyId });
  expect(batch).not.toHaveProperty('requestId');

  const admin = await company();
  const before = lines('a login failed').length;
  const answers = [];
  for (const email of [admin.user.email, admin.user.email.toUpperCase(), 'nobody@exemplo.com'])
    answers.push(await client().send(sessionApi.login, { body: { email, password: 'errada' } }));
  await expect.poll(() => lines('a login failed').length, patient).toBe(before + 3);
  const [one, same, other] = lines('a login failed').slice(before);
  expect(one).toMatchObject({ account: same?.account, origin: other?.origin, requestId: answers[0]?.headers.get('x-request-id') });
  expect(other?.account).not.toBe(one?.account);
  expect(output).not.toContain(admin.user.email);
  expect(output).not.toContain('nobody@exemplo.com');
});

test('"Card fields … never logged": whatever becomes of the call, right, wrong or failing', async () => {
  const port = new URL(/Prosa is ready at (\S+)/.exec(output)?.[1] ?? '').port;
  const url = `http://127.0.0.1:${port}`;
  const admin = await peopleOf(url).company();
  const card = { nameOnCard: 'PORTADOR CANARIO', cardNumber: '4111111111111111', cvv: '73719' };
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const send = (body: string, more: object = {}) =>
    fetch(`${url}/subscription`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...more },
      body,
    }).then(({ status }) => status);
  const statuses = [
    await send(JSON.stringify({ city: 'Campinas', ...card })),
    await send(JSON.stringify({ city: 'x'.repeat(500), ...card })),
    await send(`{"cardNumber":"${card.cardNumber}","cvv":"${card.cvv}",nameOnCard:"${card.nameOnCard}"}`),
    await send(new URLSearchParams(card).toString(), { 'content-type': 'application/x-www-form-urlencoded' }),
  ];
  await owner.query(`alter table invoices rename to invoices_away`);
  statuses.push(await send(JSON.stringify({ city: 'Campinas', ...card })));
  await owner.query(`alter table invoices_away rename to invoices`);
  await owner.end();
  expect(statuses).toEqual([400, 400, 400, 415, 500]);
  await expect.poll(() => output, patient).toContain('invoices');
  for (const secret of Object.values(card)) expect(output).not.toContain(secret);
});

test('the first password is said once on the console and is no part of the log', () => {
  const said = output.match(/^First login: admin@prosa\.local {2}password: \S+$/gm);
  expect(said).toHaveLength(1);
  const password = said?.[0].split('password: ')[1] ?? '';
  expect(password.length).toBeGreaterThanOrEqual(12);
  expect(output.split(password)).toHaveLength(2);
});

test('whatever is handed to the log, what names a person or opens a door is cut out', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const person = { name: 'Ana', email: 'ana@exemplo.com', number: '5511', id: 7 };
  log.info({ ...person, password: 'x1', person, deep: { person, token: 'x2' }, headers: { authorization: 'x3', cookie: 'x4' } }, 'said');
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ana@exemplo.com) already exists.' });
  log.error({ err: new Error('Failed query: insert\nparams: ana@exemplo.com,5511', { cause }) }, 'failed');
  const text = lines.join('');
  expect(text).not.toMatch(/Ana|ana@|5511|x[1-4]/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', msg: 'said', id: 7, person: { id: 7 } },
    { level: 'error', msg: 'failed', err: { message: 'Failed query: insert', cause: { message: 'duplicate key', code: '23505' } } },
  ]);
});
