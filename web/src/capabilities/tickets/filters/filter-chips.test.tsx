import { type SavedFilter, savedFilterLive, savedFiltersApi } from '@prosa/contracts/saved-filters';
import { tagLive, tagsApi } from '@prosa/contracts/tags';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, show, stub } from '../../../../test/screen.tsx';
import type { Stub } from '../../../../test/stubs.ts';
import { commandsNow } from '../../../platform/browser/commands.ts';
import { undoLast } from '../../../ui/overlays/undo.ts';
import { giveLayout } from '../layout.fixture.ts';
import { TicketsPage } from '../TicketsPage.tsx';
import { ana, around, asked, joao, rita, suporte, ticketsAre, vendas } from '../tickets.scene.ts';
import { aSavedFilter } from './saved-filters.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const lead = { id: 5, name: 'Lead', color: '#aa0000', kanban: 0 as const };
const tagged = { ...ana, tags: [lead] };
const vip = aSavedFilter({ id: 1, name: 'VIP', tags: [5] });
const team = aSavedFilter({ id: 2, name: 'Da equipe', shared: true, queueIds: [vendas.id] });
const bills = aSavedFilter({ id: 3, name: 'Boletos', searchParam: 'boleto', users: [4] });

const tickets = () => ticketsAre([tagged, joao, rita]);
const server = (filters: SavedFilter[], ...more: Stub[]) => [
  ...more,
  stub(savedFiltersApi.list, () => filters),
  stub(savedFiltersApi.create, ({ body }) => ({ id: 9, ...body })),
  stub(savedFiltersApi.remove, () => ({ message: 'ok' })),
  stub(savedFiltersApi.restore, ({ params }) => filters.find(({ id }) => id === params.id) ?? vip),
  tickets(),
  ...around(),
];
const open = (filters: SavedFilter[], as: Parameters<typeof show>[1] = {}, ...more: Stub[]) =>
  show(<TicketsPage />, { path: '/tickets', ...as, as: { queues: [vendas, suporte], ...as.as }, api: server(filters, ...more) });
const chip = (name: string | RegExp) => screen.findByRole('button', { name });
const pressed = async (name: string | RegExp) => (await chip(name)).getAttribute('aria-pressed');
const lastOf = (sent: Parameters<typeof asked>[0], status: string) => asked(sent, '/tickets').findLast((query) => query.status === status);

test('one click on a chip narrows the lists, a second one shows them as they were before', async () => {
  const { sent } = open([vip, team]);
  await userEvent.click(await chip('VIP'));
  await waitFor(() => expect(lastOf(sent, 'open')).toMatchObject({ tags: '[5]', queueIds: '[10,20]' }));
  expect(lastOf(sent, 'pending')).toMatchObject({ tags: '[5]' });
  expect(await pressed('VIP')).toBe('true');
  await userEvent.click(await chip(/^Da equipe/));
  expect([await pressed('VIP'), await pressed(/^Da equipe/)]).toEqual(['false', 'true']);
  await waitFor(() => expect(lastOf(sent, 'open')).toMatchObject({ queueIds: '[10]' }));
  expect(await screen.findByRole('button', { name: 'Filas · 1' })).toBeTruthy();
  await userEvent.click(await chip(/^Da equipe/));
  expect(await screen.findByRole('button', { name: 'Filas · 2' })).toBeTruthy();
  expect(await pressed(/^Da equipe/)).toBe('false');
});

test('an empty list says that a filter made it so, and how to clear it', async () => {
  open([vip], {}, ticketsAre([]));
  await userEvent.click(await chip('VIP'));
  expect(await screen.findByText('Nenhum atendimento com este filtro')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Limpar filtro' }));
  expect(await screen.findByText('Nenhum atendimento em andamento')).toBeTruthy();
});

test('a filter with words is looked for on the search tab, with its tags and people; who goes on by hand starts from it', async () => {
  const { sent } = open([{ ...bills, tags: [5] }], { as: { profile: 'admin' } });
  await userEvent.click(await chip('Boletos'));
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(field.value).toBe('boleto');
  const found = () => asked(sent, '/tickets').findLast(({ searchParam }) => searchParam !== undefined);
  await waitFor(() => expect(found()).toMatchObject({ searchParam: 'boleto', users: '[4]', tags: '[5]' }));
  expect(await screen.findByRole('button', { name: 'Tags · 1' })).toBeTruthy();
  await userEvent.type(field, ' 2');
  expect(field.value).toBe('boleto 2');
  expect(await pressed('Boletos')).toBe('false');
  expect(screen.getByRole('button', { name: 'Tags · 1' })).toBeTruthy();
  await userEvent.click(await chip('Boletos'));
  await userEvent.click(screen.getByRole('tab', { name: 'Abertos' }));
  expect(await pressed('Boletos')).toBe('false');
});

test('what is narrowed by hand is saved under a name, and applied from then on', async () => {
  const { sent } = open([], { as: { profile: 'supervisor' } });
  await userEvent.click(await screen.findByRole('tab', { name: 'Busca' }));
  expect(screen.queryByRole('button', { name: 'Salvar filtro' })).toBeNull();
  await enter(screen.getByRole('searchbox'), 'boleto');
  await userEvent.click(await screen.findByRole('button', { name: 'Tags' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lead', hidden: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar filtro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Salvar filtro' }));
  expect(await dialog.findByText('Lead')).toBeTruthy();
  expect(dialog.getByText('boleto')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Required')).toBeTruthy();
  await enter(dialog.getByLabelText('Nome'), 'Boletos');
  await userEvent.click(dialog.getByRole('switch', { name: 'Compartilhar com a empresa' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/saved-filters')?.body).toEqual({
      ...{ name: 'Boletos', shared: true, queueIds: [], tags: [5], users: [], searchParam: 'boleto' },
    }),
  );
  await waitFor(async () => expect(document.activeElement).toBe(await chip(/^Boletos/)));
  expect(await pressed(/^Boletos/)).toBe('true');
  expect(screen.queryByRole('button', { name: 'Salvar filtro' })).toBeNull();
});

test('agents save their own and do not change what is shared', async () => {
  open([team]);
  await userEvent.click(await chip(/^Da equipe/));
  expect(screen.queryByRole('button', { name: /Editar o filtro/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Filas · 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Vendas', hidden: true }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Suporte', hidden: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Salvar filtro' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('switch')).toBeNull();
});

test('a filter is deleted without a question and comes back by Desfazer; the focus is never lost', async () => {
  const { sent } = open([vip, { ...vip, id: 4, name: 'Zelo' }]);
  await userEvent.click(await chip('VIP'));
  await userEvent.click(screen.getByRole('button', { name: 'Editar o filtro VIP' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar filtro' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Filtro excluído.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'VIP' })).toBeNull();
  await waitFor(async () => expect(document.activeElement).toBe(await chip('Zelo')));
  expect(undoLast()).toBe(true);
  expect(await chip('VIP')).toBeTruthy();
  expect(sent.filter(({ path }) => path.startsWith('/saved-filters/')).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /saved-filters/1',
    'POST /saved-filters/1/restore',
  ]);
});

test('what is gone, or not for this person, is left out, and said', async () => {
  const half = aSavedFilter({ id: 1, name: 'Metade', tags: [5, 99], queueIds: [vendas.id, 77], users: [4] });
  const { sent } = open([half, vip]);
  await userEvent.click(await chip('Metade'));
  expect(
    await screen.findByText('Parte deste filtro não existe mais ou não é visível para você (filas, tags, usuários). O resto foi aplicado.'),
  ).toBeTruthy();
  await waitFor(() => expect(lastOf(sent, 'open')).toMatchObject({ tags: '[5]', queueIds: '[10]' }));
  expect(lastOf(sent, 'open')?.users).toBeUndefined();
  await userEvent.click(await chip('VIP'));
  expect(screen.queryByText(/Parte deste filtro/)).toBeNull();
  // The tag is deleted while it is applied.
  cleanup();
  let isThere = true;
  const tags = stub(tagsApi.everyone, () => (isThere ? [{ ...lead, userId: null, laneOrder: 0, ticketsCount: 1 }] : []));
  const again = open([vip], {}, tags);
  await userEvent.click(await chip('VIP'));
  await screen.findByText('Ana');
  isThere = false;
  again.hear(tagLive, { action: 'delete', tagId: 5 });
  expect(await screen.findByText(/não é visível para você \(tags\)/)).toBeTruthy();
});

test('what colleagues share, rename and delete is seen at once', async () => {
  const { hear } = open([vip]);
  await chip('VIP');
  hear(savedFilterLive, { action: 'create', filter: team });
  expect(await chip(/^Da equipe/)).toBeTruthy();
  hear(savedFilterLive, { action: 'update', filter: { ...team, name: 'Do time' } });
  expect(await chip(/^Do time/)).toBeTruthy();
  await userEvent.click(await chip(/^Do time/));
  hear(savedFilterLive, { action: 'delete', id: team.id });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Do time/ })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Filas · 2' })).toBeTruthy();
});

test('by keyboard: F leads to the chips, arrows between them, the palette knows them by name', async () => {
  open([vip, team]);
  await chip('VIP');
  await userEvent.keyboard('f');
  expect(document.activeElement).toBe(await chip('VIP'));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await chip(/^Da equipe/));
  await userEvent.keyboard(' ');
  expect(await pressed(/^Da equipe/)).toBe('true');
  const labels = () => commandsNow().map(({ label }) => label);
  expect(labels()).toEqual(expect.arrayContaining(['Filtrar: VIP', 'Limpar filtro: Da equipe']));
  commandsNow()
    .find(({ label }) => label === 'Filtrar: VIP')
    ?.run();
  await waitFor(async () => expect(await pressed('VIP')).toBe('true'));
});
