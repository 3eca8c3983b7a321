import { quickMessageLive, quickMessagesApi } from '@prosa/contracts/quick-messages';
import { expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { pngOf } from '../../../test/sample-files.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { fileOwners } from '../index.ts';
import { deleteOrphanedFiles } from '../media/sweep.jobs.ts';
import { forgettingQuickMessages } from './quick-messages.actions.ts';

const world = await openWorld({ ROLES: 'web' });
const missing = { status: 404, body: { error: 'ERR_NO_QUICKMESSAGE_FOUND' } };

async function withFile() {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { id } = await admin.call(quickMessagesApi.create, { body: { shortcode: 'preços', message: 'A tabela', shared: true } });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pngOf(8, 6))]), 'tabela.png');
  await admin.raw('POST', `/quick-messages/${id}/media-upload`, { form });
  const record = await admin.call(quickMessagesApi.show, { params: { id } });
  return { admin, agent, record, params: { id } };
}

test('a deleted quick message comes back as it was, with its old file and how often each used it', async () => {
  const { admin, agent, record, params } = await withFile();
  await agent.call(quickMessagesApi.use, { params });
  // The file is older than anything that is swept away.
  world.clock.move(26 * 3_600_000);
  for (const person of [admin, agent]) await person.logIn(person.user.email);
  const atAgent = await agent.listen();
  await admin.call(quickMessagesApi.remove, { params });
  expect(await agent.call(quickMessagesApi.everyone, { query: {} })).toEqual([]);
  expect((await agent.raw('GET', `/public/${record.mediaPath}`)).status).not.toBe(200);
  await deleteOrphanedFiles(world.server.platform, fileOwners);
  expect(await agent.send(quickMessagesApi.restore, { params })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await admin.call(quickMessagesApi.restore, { params })).toEqual(record);
  expect(await agent.call(quickMessagesApi.everyone, { query: {} })).toEqual([{ ...record, uses: 1 }]);
  expect((await agent.raw('GET', `/public/${record.mediaPath}`)).status).toBe(200);
  await expect.poll(() => atAgent.of(quickMessageLive), patient).toMatchObject([{ action: 'delete' }, { action: 'create', record }]);
});

test('for a minute; then it is forgotten', async () => {
  const { admin, params } = await withFile();
  await admin.call(quickMessagesApi.remove, { params });
  expect(await admin.send(quickMessagesApi.show, { params })).toMatchObject(missing);
  expect(await admin.send(quickMessagesApi.update, { params, body: { message: 'outra' } })).toMatchObject(missing);
  world.clock.move(61_000);
  expect(await admin.send(quickMessagesApi.restore, { params })).toMatchObject(missing);
  const { companyId } = admin.user;
  await forgettingQuickMessages.job.run(world.server.platform, companyId, {});
  const left = await inScope(world.server.platform, { companyId }, async ({ tx }) => tx.execute('select id from quick_messages'));
  expect(left.rowCount).toBe(0);
});
