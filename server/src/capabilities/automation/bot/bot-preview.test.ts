import { maxOptionDepth, type OptionDraft, queueOptionsApi } from '@prosa/contracts/queue-options';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import { openWorld } from '../../../../test/world.ts';

const world = await openWorld();
const option = (title: string, message = '', children: OptionDraft[] = []): OptionDraft => ({ title, message, type: 'text', children });
const options = [option('Vendas', 'O que deseja?', [option('Preços', 'Veja nosso site.')]), option('Suporte', 'Um momento.')];

test('a menu that is not stored is tried out, and nothing is stored or sent', async () => {
  const admin = await world.company();
  const body = { queue: { name: 'Recepção', greetingMessage: 'Bem-vindo!' }, options };
  const opening = await admin.call(queueOptionsApi.preview, { body });
  expect(opening).toMatchObject({ ended: false, messages: [{ fromMe: true, body: expect.stringContaining('Bem-vindo!') }] });
  expect(opening.messages[0]?.body).toMatch(/\[ 1 \][^\n]*Vendas\n[^\n]*\[ 2 \][^\n]*Suporte/);
  const tried = await admin.call(queueOptionsApi.preview, { body: { ...body, messages: ['Oi', { body: '1' }, '1'] } });
  expect(tried.ended).toBe(true);
  expect(tried.messages.filter(({ fromMe }) => !fromMe).map((said) => said.body)).toEqual(['Oi', '1', '1']);
  expect(tried.messages.map((said) => said.body).join('\n')).toContain('Veja nosso site.');
  expect(tried.messages.filter(({ fromMe }) => fromMe).every(({ why }) => why !== null)).toBe(true);
  expect(await admin.call(queuesApi.list, { query: {} })).toEqual([]);
  expect(await admin.call(ticketsApi.list, { query: {} })).toMatchObject({ count: 0 });
});

test('trying out is for admins', async () => {
  const supervisor = await world.colleague(await world.company(), 'supervisor');
  expect(await supervisor.send(queueOptionsApi.preview, { body: { queue: {}, options } })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
});

test('a menu deeper or larger than one can be stored is refused before it is worked through', async () => {
  const admin = await world.company();
  const nested = (depth: number): OptionDraft[] => (depth === 0 ? [] : [option(`Nível ${depth}`, '', nested(depth - 1))]);
  const tried = (drafts: OptionDraft[]) => admin.send(queueOptionsApi.preview, { body: { queue: {}, options: drafts } });
  expect((await tried(nested(maxOptionDepth))).status).toBe(200);
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', details: [{ path: 'options', message: 'invalidList' }] } };
  expect(await tried(nested(maxOptionDepth + 1))).toMatchObject(refused);
  const wide = Array.from({ length: 20 }, () =>
    option(
      'Larga',
      '',
      Array.from({ length: 25 }, () => option('Folha')),
    ),
  );
  expect(await tried(wide)).toMatchObject(refused);
});
