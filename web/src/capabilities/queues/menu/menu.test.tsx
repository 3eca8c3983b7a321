import { type OptionDraft, type QueueOption, queueOptionsApi } from '@prosa/contracts/queue-options';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { enter, refuse, show, stub } from '../../../../test/screen.tsx';
import { QueueDialog } from '../QueueDialog.tsx';
import { anOption, aQueue } from '../queues.fixture.ts';
import { moved, withOption, without } from './menu-tree.ts';
import { placeOfDrop, zoneAt } from './useTreeDrag.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const queue = aQueue({ greetingMessage: 'Olá!' });
const prices = anOption(11, 'Preços');
const first = () => [
  anOption(1, 'Vendas', { message: 'O que deseja?', children: [prices, anOption(12, 'Pedidos')] }),
  anOption(2, 'Suporte', { option: 2 }),
  anOption(3, 'Segunda via', { option: 3, type: 'bill', message: '' }),
];

/** A server that keeps the menu as the real one does. */
function open(start: QueueOption[] = first()) {
  let tree = start;
  const api = [
    stub(queuesApi.list, () => [queue]),
    stub(queueOptionsApi.list, () => tree),
    stub(queueOptionsApi.create, ({ body }) => {
      const { title, message, type, parentId } = body;
      const made = anOption(90, title, { message, type, parentId });
      tree = withOption(tree, made, { parentId, index: 99 });
      return made;
    }),
    stub(queueOptionsApi.update, ({ params, body }) => {
      if (body.option !== undefined) tree = moved(tree, params.id, { parentId: body.parentId ?? null, index: Number(body.option) - 1 });
      return anOption(params.id, body.title ?? 'Vendas');
    }),
    stub(queueOptionsApi.remove, ({ params }) => {
      tree = without(tree, params.id);
      return { message: 'ok' };
    }),
    stub(queueOptionsApi.preview, ({ body }) => ({
      messages: [
        ...body.messages.map((said) => ({ body: said, fromMe: false, why: null })),
        { body: `*[ 1 ]* - ${body.options[0]?.title ?? ''}`, fromMe: true, why: 'x' },
      ],
      ended: body.messages.length > 2,
    })),
  ];
  return show(<QueueDialog queue={queue} onClose={() => undefined} onSaved={() => undefined} />, { as: { profile: 'admin' }, api });
}

const toOptions = async () => userEvent.click(await screen.findByRole('tab', { name: 'Opções' }));
const item = (name: RegExp | string) => screen.findByRole('treeitem', { name });
const names = () => screen.getAllByRole('treeitem').map((row) => `${row.getAttribute('aria-level')} ${row.getAttribute('aria-label')}`);
const sentOf = (sent: { method: string; path: string; body: unknown }[], method: string) =>
  sent.filter((call) => call.method === method && call.path.startsWith('/queue-options')).map(({ path, body }) => ({ path, body }));

// "A tree of queue options (chatbot menu), with nested children per option."
test('the options are a tree that arrows walk, fold and unfold', async () => {
  open();
  await toOptions();
  (await item('1. Vendas')).focus();
  expect(names()).toEqual(['1 1. Vendas', '2 1. Preços', '2 2. Pedidos', '1 2. Suporte', '1 3. Segunda via, Segunda via']);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('1. Preços');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect((await item('1. Vendas')).getAttribute('aria-expanded')).toBe('false');
  expect(names()).toHaveLength(3);
  await userEvent.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('3. Segunda via, Segunda via');
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('1. Preços');
  await userEvent.keyboard('s');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('2. Suporte');
});

test('Alt and arrows move an option, nest it and take it out again, and say so', async () => {
  const { sent } = open();
  await toOptions();
  (await item('2. Suporte')).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(await screen.findByText('Suporte movida: posição 1, nível 1')).toBeTruthy();
  await waitFor(() => expect(names()[0]).toBe('1 1. Suporte'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('1. Suporte');
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowRight}{/Alt}');
  await waitFor(() =>
    expect(names()).toEqual(['1 1. Vendas', '2 1. Preços', '2 2. Pedidos', '2 3. Suporte', '1 2. Segunda via, Segunda via']),
  );
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await waitFor(() => expect(names()[3]).toBe('1 2. Suporte'));
  await waitFor(() =>
    expect(sentOf(sent, 'PUT')).toEqual([
      { path: '/queue-options/2', body: { parentId: null, option: 1 } },
      { path: '/queue-options/2', body: { parentId: null, option: 2 } },
      { path: '/queue-options/2', body: { parentId: 1, option: 3 } },
      { path: '/queue-options/2', body: { parentId: null, option: 2 } },
    ]),
  );
});

test('an option is renamed in place; Escape leaves it as it was, and the dialog open', async () => {
  const { sent } = open();
  await toOptions();
  (await item('2. Suporte')).focus();
  await userEvent.keyboard('{F2}');
  const title = screen.getByLabelText<HTMLInputElement>('Título');
  await userEvent.clear(title);
  await enter(title, 'Ajuda');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByLabelText('Título')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('2. Suporte');
  await userEvent.keyboard('{Enter}');
  await userEvent.clear(screen.getByLabelText('Título'));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Required')).toBeTruthy();
  await enter(screen.getByLabelText('Título'), 'Ajuda');
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Segunda via');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar opção' }));
  await waitFor(() =>
    expect(sentOf(sent, 'PUT')).toEqual([{ path: '/queue-options/2', body: { title: 'Ajuda', message: 'Um momento.', type: 'bill' } }]),
  );
});

test('options are added at the end and below another', async () => {
  const { sent } = open();
  await toOptions();
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar opção' }));
  await enter(screen.getByLabelText('Título'), 'Horários');
  await enter(screen.getByLabelText('Mensagem'), 'Das 8 às 18.');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar opção' }));
  await item('4. Horários');
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar opção abaixo de Suporte' }));
  await enter(screen.getByLabelText('Título'), 'Técnico');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sentOf(sent, 'POST').filter(({ path }) => path === '/queue-options')).toHaveLength(2));
  expect(sentOf(sent, 'POST').map(({ body }) => body)).toMatchObject([
    { queueId: 1, parentId: null, title: 'Horários', message: 'Das 8 às 18.', type: 'text' },
    { queueId: 1, parentId: 2, title: 'Técnico', message: '', type: 'text' },
  ]);
});

test('deleting an option asks, and says that what is below it goes too', async () => {
  const { sent } = open();
  await toOptions();
  (await item('1. Vendas')).focus();
  await userEvent.keyboard('{Delete}');
  const question = within(screen.getByRole('alertdialog', { name: 'Excluir Vendas?' }));
  expect(question.getByText(/As opções abaixo dela também serão excluídas/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(names()).toEqual(['1 1. Suporte', '1 2. Segunda via, Segunda via']));
  await waitFor(() => expect(sentOf(sent, 'DELETE')).toHaveLength(1));
});

test('closing with something typed asks first', async () => {
  open();
  await toOptions();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar opção Suporte' }));
  await enter(screen.getByLabelText('Mensagem'), 'Mais um pouco.');
  await userEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Fechar' }).at(-1) ?? document.body);
  expect(screen.getByRole('alertdialog', { name: 'Descartar alterações?' })).toBeTruthy();
});

test('what is typed about an option is saved before another one is opened', async () => {
  const { sent } = open();
  await toOptions();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar opção Suporte' }));
  await userEvent.clear(screen.getByLabelText('Título'));
  await enter(screen.getByLabelText('Título'), 'Ajuda');
  await userEvent.click(screen.getByRole('button', { name: 'Editar opção Vendas' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Vendas'));
  expect(sentOf(sent, 'PUT')).toMatchObject([{ path: '/queue-options/2', body: { title: 'Ajuda' } }]);
});

test('what the server refuses is as it was, with the reason', async () => {
  const api = [
    stub(queuesApi.list, () => [queue]),
    stub(queueOptionsApi.list, first),
    stub(queueOptionsApi.preview, () => ({ messages: [], ended: false })),
    stub(queueOptionsApi.update, () => refuse('ERR_VALIDATION', { details: [{ path: 'parentId', message: 'tooManyOptions' }] })),
  ];
  show(<QueueDialog queue={queue} onClose={() => undefined} onSaved={() => undefined} />, { as: { profile: 'admin' }, api });
  await toOptions();
  (await item('2. Suporte')).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(await screen.findByText('Um menu tem no máximo 50 opções por nível e 500 ao todo.')).toBeTruthy();
  await waitFor(() => expect(names()[0]).toBe('1 1. Vendas'));
});

test('the menu is tried out as it is typed, and begun anew', async () => {
  const { sent } = open();
  await toOptions();
  const phone = within(await screen.findByRole('region', { name: 'Experimentar' }));
  expect(await phone.findByText('[ 1 ]')).toBeTruthy();
  expect(phone.getByText('Oi')).toBeTruthy();
  await enter(phone.getByLabelText('Escreva como cliente…'), '1');
  await userEvent.keyboard('{Enter}');
  expect(await phone.findByText('1')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Editar opção Vendas' }));
  await userEvent.clear(screen.getByLabelText('Título'));
  await enter(screen.getByLabelText('Título'), 'Comprar');
  expect(await phone.findByText(/- Comprar/)).toBeTruthy();
  const asked = sent.filter(({ path }) => path === '/queue/preview').map(({ body }) => queueOptionsApi.preview.body.parse(body));
  expect(asked.at(-1)).toMatchObject({ queue: { greetingMessage: 'Olá!' }, messages: ['Oi', '1'] });
  expect(asked.at(-1)?.options.map(({ title }: OptionDraft) => title)).toEqual(['Comprar', 'Suporte', 'Segunda via']);
  expect(sentOf(sent, 'PUT')).toEqual([]);
  await enter(phone.getByLabelText('Escreva como cliente…'), '2');
  await userEvent.keyboard('{Enter}');
  expect(await phone.findByText('O bot terminou: o cliente aguarda na fila.')).toBeTruthy();
  await userEvent.click(phone.getByRole('button', { name: 'Recomeçar a conversa' }));
  await waitFor(() => expect(phone.queryByText('2')).toBeNull());
  expect(phone.getByText('Oi')).toBeTruthy();
});

test('on a phone, trying out is a tab of its own', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ matches: media.includes('max-width'), media, addEventListener: () => undefined, removeEventListener: () => undefined },
  }));
  open();
  await toOptions();
  await item('1. Vendas');
  expect(screen.queryByRole('region', { name: 'Experimentar' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Experimentar' }));
  expect(screen.getByRole('region', { name: 'Experimentar' })).toBeTruthy();
});

test('what a customer would stumble over is said beside the menu, and leads to the option', async () => {
  open([anOption(1, 'Vendas', { message: '' }), anOption(2, 'Suporte', { option: 2 })]);
  await toOptions();
  const told = within(await screen.findByRole('region', { name: 'Avisos sobre o menu' }));
  expect(await item('1. Vendas, com aviso')).toBeTruthy();
  await userEvent.click(told.getByRole('button', { name: '«Vendas» não leva a nada: não tem mensagem nem opções.' }));
  await enter(screen.getByLabelText('Mensagem'), 'Um momento.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Avisos sobre o menu' })).toBeNull());
});

test('what somebody else changes in the menu is seen at once', async () => {
  let tree = first();
  const api = [
    stub(queuesApi.list, () => [queue]),
    stub(queueOptionsApi.list, () => tree),
    stub(queueOptionsApi.preview, () => ({ messages: [], ended: false })),
  ];
  const { hear } = show(<QueueDialog queue={queue} onClose={() => undefined} onSaved={() => undefined} />, {
    as: { profile: 'admin' },
    api,
  });
  await toOptions();
  await item('1. Vendas');
  tree = without(tree, 1);
  hear(queueLive, { action: 'update', queue });
  await waitFor(() => expect(names()[0]).toBe('1 1. Suporte'));
});

test.each([
  [2, { id: 1, zone: 'before' as const }, { parentId: null, index: 0 }],
  [2, { id: 12, zone: 'after' as const }, { parentId: 1, index: 2 }],
  [3, { id: 2, zone: 'inside' as const }, { parentId: 2, index: 0 }],
  [1, { id: 3, zone: 'after' as const }, { parentId: null, index: 2 }],
  [1, { id: 11, zone: 'inside' as const }, undefined],
  [1, { id: 1, zone: 'after' as const }, undefined],
])('option %i dropped at %j goes to %j', (id, drop, place) => {
  expect(placeOfDrop(first(), id, drop)).toEqual(place);
});

test('the upper part of a row is before it, the lower one after it, the middle below it', () => {
  const row = { top: 100, height: 40 };
  expect([105, 120, 135].map((y) => zoneAt(y, row))).toEqual(['before', 'inside', 'after']);
});
