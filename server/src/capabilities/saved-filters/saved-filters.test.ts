import { type SavedFilter, savedFilterLimits, savedFilterLive, savedFiltersApi } from '@prosa/contracts/saved-filters';
import { tagsApi } from '@prosa/contracts/tags';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { forgettingFilters } from './saved-filters.actions.ts';

const world = await openWorld({ ROLES: 'web' });

async function team() {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const tag = await admin.call(tagsApi.create, { body: { name: 'Cliente VIP' } });
  return { admin, supervisor, agent, queueId, tagId: tag.id };
}
const save = (who: Client, body: Partial<SavedFilter> = {}) => who.call(savedFiltersApi.create, { body: { name: 'VIP', ...body } });
const listed = async (who: Client) => (await who.call(savedFiltersApi.list, { query: {} })).map(({ name }) => name);
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const missing = refusal(404, 'ERR_NO_SAVEDFILTER_FOUND');
const forbidden = refusal(403, 'ERR_NO_PERMISSION');

test('a filter is kept as it was saved, for who saved it alone; names are listed in their order', async () => {
  const { admin, agent, queueId, tagId } = await team();
  const all = { queueIds: [queueId], tags: [tagId], users: [agent.user.id], searchParam: 'Boleto atrasado' };
  const made = await save(agent, { name: ' VIP da Ana ', ...all, queueIds: [queueId, queueId] });
  expect(made).toEqual({ id: made.id, name: 'VIP da Ana', shared: false, ...all });
  await save(agent, { name: 'Ágeis', searchParam: 'x' });
  expect(await listed(agent)).toEqual(['Ágeis', 'VIP da Ana']);
  expect(await listed(admin)).toEqual([]);
  const renamed = await agent.call(savedFiltersApi.update, { params: { id: made.id }, body: { name: 'Zelosos' } });
  expect(renamed).toEqual({ ...made, name: 'Zelosos' });
  expect(await admin.send(savedFiltersApi.update, { params: { id: made.id }, body: { name: 'Minha' } })).toMatchObject(forbidden);
  expect(await admin.send(savedFiltersApi.remove, { params: { id: made.id } })).toMatchObject(forbidden);
});

test('admins and supervisors share with the company: everybody lists it, only they change it', async () => {
  const { admin, supervisor, agent } = await team();
  expect(await agent.send(savedFiltersApi.create, { body: { name: 'Meu', shared: true } })).toMatchObject(forbidden);
  const { id } = await save(supervisor, { name: 'Da equipe', shared: true });
  await save(agent, { name: 'Zebra' });
  expect(await listed(agent)).toEqual(['Zebra', 'Da equipe']);
  expect(await agent.send(savedFiltersApi.update, { params: { id }, body: { name: 'Outro' } })).toMatchObject(forbidden);
  expect(await agent.send(savedFiltersApi.remove, { params: { id } })).toMatchObject(forbidden);
  expect(await admin.call(savedFiltersApi.update, { params: { id }, body: { name: 'Do time' } })).toMatchObject({ shared: true });
  // It is the company's: who shared it may go.
  await admin.call(usersApi.remove, { params: { id: supervisor.user.id } });
  expect(await listed(agent)).toEqual(['Zebra', 'Do time']);
});

test('who may use it hears of it at once, and that it is gone when it is no longer shared', async () => {
  const { admin, agent } = await team();
  const [atAdmin, atAgent] = [await admin.listen(), await agent.listen()];
  const own = await save(admin, { name: 'Só minha' });
  const { id } = await save(admin, { name: 'De todos', shared: true });
  await admin.call(savedFiltersApi.update, { params: { id }, body: { name: 'De todas' } });
  await admin.call(savedFiltersApi.update, { params: { id }, body: { shared: false } });
  await admin.call(savedFiltersApi.remove, { params: { id: own.id } });
  await expect
    .poll(() => atAgent.of(savedFilterLive), patient)
    .toMatchObject([
      { action: 'create', filter: { id, name: 'De todos' } },
      { action: 'update', filter: { name: 'De todas' } },
      { action: 'delete', id },
    ]);
  await expect
    .poll(() => atAdmin.of(savedFilterLive), patient)
    .toMatchObject([
      { action: 'create', filter: { id: own.id } },
      { action: 'create', filter: { id } },
      { action: 'update' },
      { action: 'update', filter: { shared: false } },
      { action: 'delete', id: own.id },
    ]);
});

test('what is deleted comes back as it was within a minute, then it is forgotten', async () => {
  const { admin, agent } = await team();
  const made = await save(agent, { searchParam: 'boleto' });
  const params = { id: made.id };
  expect(await agent.call(savedFiltersApi.restore, { params })).toEqual(made);
  const atAgent = await agent.listen();
  await agent.call(savedFiltersApi.remove, { params });
  expect(await listed(agent)).toEqual([]);
  expect(await agent.send(savedFiltersApi.update, { params, body: { name: 'x' } })).toMatchObject(missing);
  expect(await admin.send(savedFiltersApi.restore, { params })).toMatchObject(forbidden);
  expect(await agent.call(savedFiltersApi.restore, { params })).toEqual(made);
  expect(await listed(agent)).toEqual(['VIP']);
  await expect.poll(() => atAgent.of(savedFilterLive), patient).toMatchObject([{ action: 'delete' }, { action: 'create', filter: made }]);

  await agent.call(savedFiltersApi.remove, { params });
  world.clock.move(61_000);
  expect(await agent.send(savedFiltersApi.restore, { params })).toMatchObject(missing);
  await forgettingFilters.job.run(world.server.platform, agent.user.companyId, {});
  const left = await inScope(world.server.platform, { companyId: agent.user.companyId }, async ({ tx }) =>
    tx.execute('select id from saved_filters'),
  );
  expect(left.rowCount).toBe(0);
});

test('thirty own and thirty shared ones, also for two who save the last one at once', async () => {
  const { admin } = await team();
  for (const shared of [false, true]) {
    const most = shared ? savedFilterLimits.shared : savedFilterLimits.own;
    for (let n = 1; n < most; n += 1) await save(admin, { name: `F${n}`, shared });
    const answers = await Promise.all([1, 2, 3].map(() => admin.send(savedFiltersApi.create, { body: { name: 'último', shared } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'ERR_TOO_MANY_SAVED_FILTERS'));
  }
});

test('only what the company has is saved; a name is needed', async () => {
  const { admin } = await team();
  for (const [body, error] of [
    [{ queueIds: [2_000_000_111] }, 'ERR_NO_QUEUE_FOUND'],
    [{ tags: [2_000_000_111] }, 'ERR_NO_TAG_FOUND'],
    [{ users: [2_000_000_111] }, 'ERR_NO_USER_FOUND'],
  ] as const)
    expect(await admin.raw('POST', '/saved-filters', { body: { name: 'x', ...body } })).toMatchObject(refusal(404, error));
  for (const [name, message] of [
    ['', 'required'],
    [undefined, 'required'],
    ['x'.repeat(41), 'tooLong'],
  ] as const)
    expect(await admin.raw('POST', '/saved-filters', { body: { name } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'name', message }] },
    });
});

test('a filter that names what was deleted since is kept, and can be renamed', async () => {
  const { admin, tagId } = await team();
  const { id } = await save(admin, { tags: [tagId] });
  await admin.call(tagsApi.remove, { params: { id: tagId } });
  expect(await admin.call(savedFiltersApi.update, { params: { id }, body: { name: 'Antigos' } })).toMatchObject({ tags: [tagId] });
});
