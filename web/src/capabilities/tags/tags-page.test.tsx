import { type Tag, tagLive, tagsApi } from '@prosa/contracts/tags';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { enter, marina, refuse, show, stub } from '../../../test/screen.tsx';
import { undoLast } from '../../ui/overlays/undo.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { TagsPage } from './TagsPage.tsx';
import { aTag } from './tags.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const vip = aTag({ id: 1, name: 'Cliente VIP', ticketsCount: 3 });
const quote = aTag({ id: 2, name: 'Orçamento', kanban: 1, laneOrder: 1, ticketsCount: 12 });
const admin = { as: { profile: 'admin' } } as const;
const server = (...tags: Tag[]) => [
  stub(tagsApi.everyone, () => tags),
  stub(tagsApi.list, ({ query }) => {
    const found = tags.filter(({ name }) => name.toLowerCase().includes(query.searchParam.toLowerCase()));
    return { tags: found, count: found.length, hasMore: false };
  }),
  stub(tagsApi.show, ({ params }) => tags.find(({ id }) => id === params.id) ?? refuse('ERR_NO_TAG_FOUND')),
  stub(tagsApi.remove, () => ({ message: 'ok' })),
  stub(tagsApi.create, ({ body }) => aTag({ id: 9, ...body, color: body.color ?? '#000000' })),
];
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const openDialog = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Nova tag' }))[0] ?? document.body);

test('"A table with a tag chip, ticket count and actions", and which of them are lanes', async () => {
  show(<TagsPage />, { ...admin, api: server(vip, quote) });
  expect((await rowOf('Cliente VIP')).getByText('3')).toBeTruthy();
  expect((await rowOf('Cliente VIP')).queryByText('Coluna do Kanban')).toBeNull();
  expect((await rowOf('Orçamento')).getByText('12')).toBeTruthy();
  expect((await rowOf('Orçamento')).getByText('Coluna do Kanban')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Tag', 'Atendimentos com a tag', 'Kanban', 'Ações']);
});

test.each([
  ['admin', true],
  ['supervisor', true],
  ['user', false],
] as const)('"a Kanban toggle that only admin or supervisor see" (%s: %s)', async (profile, sees) => {
  const { sent } = show(<TagsPage />, { as: { ...marina, profile }, api: server(vip) });
  await openDialog();
  const dialog = within(await screen.findByRole('dialog'));
  await enter(dialog.getByLabelText('Nome'), 'Urgente');
  expect(dialog.queryByRole('switch', { name: 'Kanban' }) !== null).toBe(sees);
  if (sees) await userEvent.click(dialog.getByRole('switch', { name: 'Kanban' }));
  await save();
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toBeTruthy());
  const body = sent.find(({ method }) => method === 'POST')?.body;
  expect(body).toMatchObject({ name: 'Urgente', ...(sees && { kanban: 1 }) });
  expect(Object.keys(Object(body)).includes('kanban')).toBe(sees);
});

test.each([
  ['', 'Obrigatório'],
  ['ab', 'Mensagem muito curta'],
])('a name like "%s" is refused: %s', async (name, complaint) => {
  const { sent } = show(<TagsPage />, { ...admin, api: server(vip) });
  await openDialog();
  if (name) await enter(await screen.findByLabelText('Nome'), name);
  await save();
  expect(await screen.findByText(complaint)).toBeTruthy();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('deleting a tag asks, and says how many tickets lose it as it is at that moment', async () => {
  const now = stub(tagsApi.show, () => ({ ...vip, ticketsCount: 5 }));
  const { sent } = show(<TagsPage />, { ...admin, api: [now, ...server(vip, quote)] });
  await userEvent.click((await rowOf('Cliente VIP')).getByRole('button', { name: 'Excluir a tag Cliente VIP' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByText('5 atendimentos perdem esta tag.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Cliente VIP')).toBeNull());
  expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/tags/1']);
  expect(await screen.findByText('Tag excluída com sucesso!')).toBeTruthy();
});

test('a tag that was deleted by mistake comes back as it was, by the button of the notice or by Ctrl+Z', async () => {
  let left = [vip, quote];
  const restored: number[] = [];
  const api = [
    stub(tagsApi.remove, ({ params }) => {
      left = left.filter(({ id }) => id !== params.id);
      return { message: 'ok' };
    }),
    stub(tagsApi.restore, ({ params }) => {
      restored.push(params.id);
      return params.id === vip.id ? vip : refuse('ERR_NO_TAG_FOUND');
    }),
    stub(tagsApi.list, () => ({ tags: left, count: left.length, hasMore: false })),
    ...server(vip, quote),
  ];
  show(<TagsPage />, { ...admin, api });
  const remove = async (name: string) => {
    await userEvent.click((await rowOf(name)).getByRole('button', { name: `Excluir a tag ${name}` }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };
  await remove('Cliente VIP');
  expect(await screen.findByText('Tag excluída com sucesso!')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect((await rowOf('Cliente VIP')).getByText('3')).toBeTruthy();
  await remove('Orçamento');
  // Somebody made it impossible meanwhile: the reason is said.
  expect(undoLast()).toBe(true);
  expect(await screen.findByText('Tag não encontrada.')).toBeTruthy();
  expect(restored).toEqual([vip.id, quote.id]);
});

test('agents add tags but neither edit nor delete them; what others do is seen at once', async () => {
  const { hear } = show(<TagsPage />, { api: server(vip) });
  const row = await rowOf('Cliente VIP');
  expect(row.queryByRole('button', { name: /Excluir|Editar/ })).toBeNull();
  hear(tagLive, { action: 'create', tag: quote });
  expect(await screen.findByText('Orçamento')).toBeTruthy();
  hear(tagLive, { action: 'delete', tagId: vip.id });
  await waitFor(() => expect(screen.queryByText('Cliente VIP')).toBeNull());
});
