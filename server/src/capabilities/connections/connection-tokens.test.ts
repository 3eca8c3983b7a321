import { connectionsApi } from '@prosa/contracts/connections';
import { externalApi } from '@prosa/contracts/external-api';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { newNumber } from '../../../test/conversation.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { tokenContext } from './connections.queries.ts';

const world = await openWorld();

const create = (admin: Client, name: string, token?: string) =>
  admin.send(connectionsApi.create, { body: { name, provider: 'simulator', ...(token && { token }) } });
const update = (admin: Client, id: number, token: string) => admin.send(connectionsApi.update, { params: { id }, body: { token } });
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;
const statusOf = async (token: string) => {
  const program = world.client();
  program.token = token;
  return (await program.send(externalApi.send, { body: { number: newNumber(), body: 'Oi' } })).status;
};
const chosen = () => `escolhido-por-gente-${Math.random()}`;
const conflict = { status: 409, body: { error: 'ERR_CONFLICT' } };
const invalid = (message: string) => ({ status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'token', message }] } });

test('an admin does not learn which tokens other companies use, and a shared one opens neither connection', async () => {
  const [victim, attacker] = await Promise.all([world.company(), world.company()]);
  const token = chosen();
  await create(victim, 'Vítima', token);
  expect(await statusOf(token)).toBe(200);
  const made = await create(attacker, 'Igual', token);
  expect(made.status).toBe(200);
  expect(await statusOf(token)).toBe(401);
  await attacker.call(connectionsApi.newToken, { params: { id: idOf(made) } });
  expect(await statusOf(token)).toBe(200);
});

test('a generated token opens its connection only with the right id and the right secret', async () => {
  const admin = await world.company();
  const [first, second] = [idOf(await create(admin, 'Um')), idOf(await create(admin, 'Dois'))];
  const { token } = await admin.call(connectionsApi.show, { params: { id: first }, query: {} });
  expect(await statusOf(token)).toBe(200);
  const wrong = [
    token.replace(`wa_${first}_`, `wa_${second}_`),
    `${token}x`,
    token.slice(0, -1),
    `wa_99999999999_${token}`,
    `wa_${first}_`,
  ];
  for (const each of wrong) expect(await statusOf(each)).toBe(401);
  const renewed = await admin.call(connectionsApi.newToken, { params: { id: first } });
  expect([await statusOf(token), await statusOf(renewed.token)]).toEqual([401, 200]);
});

test('a short token of an earlier release keeps working, also when a form sends it back, until it is replaced', async () => {
  const admin = await world.company();
  const id = idOf(await create(admin, 'Antiga'));
  const short = `t${String(Math.random()).slice(2, 9)}`;
  const { platform } = world.server;
  const { companyId } = admin.user;
  const [sealed, hash] = [platform.secrets.seal(short, tokenContext(companyId)), platform.secrets.hash(short)];
  await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`update connections set token_sealed = ${sealed}, token_hash = ${hash} where id = ${id}`),
  );
  expect(await statusOf(short)).toBe(200);
  expect(await update(admin, id, short)).toMatchObject({ status: 200, body: { token: short } });
  expect(await update(admin, id, `${short}9`)).toMatchObject(invalid('tooShort'));
  const token = chosen();
  expect(await update(admin, id, token)).toMatchObject({ status: 200, body: { token } });
  expect([await statusOf(short), await statusOf(token)]).toEqual([401, 200]);
});

test('a chosen token of the generated form is refused', async () => {
  const admin = await world.company();
  const id = idOf(await create(admin, 'Uma'));
  expect(await create(admin, 'Outra', `wa_${id}_${'x'.repeat(30)}`)).toMatchObject(invalid('reserved'));
  expect(await update(admin, id, `wa_${id + 1}_${'x'.repeat(30)}`)).toMatchObject(invalid('reserved'));
});

test('setting a token that is taken counts as a guess and ends in 429', async () => {
  const strict = await openWorld({ RATE_LIMIT_FACTOR: '0.01', ROLES: 'web' }, world.database);
  const admin = await world.company();
  const token = chosen();
  await create(admin, 'Com', token);
  const id = idOf(await create(admin, 'Sem'));
  const guesser = strict.client();
  guesser.token = admin.token;
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await update(guesser, id, token));
  expect(answers.slice(0, 3)).toMatchObject([conflict, conflict, conflict]);
  expect(answers[3]).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  await strict.close();
});
