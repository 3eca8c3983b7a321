import { queuesApi } from '@prosa/contracts/queues';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
let made = 0;
const queue = (over: Record<string, unknown> = {}) => ({ name: `Fila ${++made}`, color: `#${String(made).padStart(6, '0')}`, ...over });
const key = (value: string) => ({ 'idempotency-key': value });

test('the same call repeated at once under one key has one effect and one answer', async () => {
  const admin = await world.company();
  const body = queue();
  const answers = await Promise.all(Array.from({ length: 12 }, () => admin.raw('POST', '/queue', { body, headers: key('uma-vez') })));
  for (const answer of answers) expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: answers[0]!.body });
  expect(await admin.call(queuesApi.list, { query: {} })).toHaveLength(1);
  const later = await admin.raw('POST', '/queue', { body, headers: key('uma-vez') });
  expect(later.body).toEqual(answers[0]!.body);
});

test('the first answer is given again even when the world has moved on', async () => {
  const admin = await world.company();
  const body = queue();
  const first = await admin.raw('POST', '/queue', { body, headers: key('k') });
  await admin.call(queuesApi.remove, { params: { id: (first.body as { id: number }).id } });
  const again = await admin.raw('POST', '/queue', { body, headers: key('k') });
  expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
  expect(await admin.call(queuesApi.list, { query: {} })).toEqual([]);
});

test('the same key with another body, or for another call, is a mistake', async () => {
  const admin = await world.company();
  await admin.raw('POST', '/queue', { body: queue(), headers: key('k') });
  expect(await admin.raw('POST', '/queue', { body: queue(), headers: key('k') })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONFLICT' },
  });
  expect(await admin.raw('POST', '/users', { body: {}, headers: key('k') })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONFLICT' },
  });
  expect(await admin.call(queuesApi.list, { query: {} })).toHaveLength(1);
});

test('a refusal is an answer too: it is repeated, with everything it said', async () => {
  const admin = await world.company();
  const body = queue();
  await admin.raw('POST', '/queue', { body });
  const refused = await admin.raw('POST', '/queue', { body, headers: key('k') });
  expect(refused).toMatchObject({ status: 409, body: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' } });
  const [standing] = await admin.call(queuesApi.list, { query: {} });
  await admin.call(queuesApi.remove, { params: { id: standing!.id } });
  const again = await admin.raw('POST', '/queue', { body, headers: key('k') });
  expect({ status: again.status, body: again.body }).toEqual({ status: refused.status, body: refused.body });
  const invalid = await admin.raw('POST', '/queue', { body: { name: 'x' }, headers: key('invalid') });
  const invalidAgain = await admin.raw('POST', '/queue', { body: { name: 'x' }, headers: key('invalid') });
  expect(invalid).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', details: expect.any(Array) } });
  expect(invalidAgain.body).toEqual(invalid.body);
});

test('keys are each person’s own', async () => {
  const [admin, stranger] = await Promise.all([world.company(), world.company()]);
  const colleague = await world.colleague(admin, 'admin');
  const answers = [];
  for (const person of [admin, colleague, stranger])
    answers.push(await person.raw('POST', '/queue', { body: queue(), headers: key('igual') }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('without a key equal calls are separate calls, and a key beyond 255 letters is refused', async () => {
  const admin = await world.company();
  const body = queue();
  expect((await admin.raw('POST', '/queue', { body })).status).toBe(200);
  expect((await admin.raw('POST', '/queue', { body })).status).toBe(409);
  expect(await admin.raw('POST', '/queue', { body: queue(), headers: key('x'.repeat(256)) })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});

test('a key belongs to POST alone', async () => {
  const admin = await world.company();
  const headers = key('put');
  await admin.raw('PUT', `/users/${admin.user.id}`, { body: { name: 'Primeira' }, headers });
  await admin.raw('PUT', `/users/${admin.user.id}`, { body: { name: 'Segunda' }, headers });
  expect((await admin.call(usersApi.show, { params: { id: admin.user.id } })).name).toBe('Segunda');
});
