import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, show } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { TasksPage } from './TasksPage.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const field = () => screen.getByLabelText('Nova tarefa');
const texts = () => screen.queryAllByRole('listitem').map((row) => within(row).getByRole('checkbox').getAttribute('aria-label')?.slice(11));
async function add(...names: string[]) {
  for (const name of names) {
    await enter(field(), name);
    await userEvent.keyboard('{Enter}');
  }
}
const button = (name: string) => screen.getByRole('button', { name });

test('tasks are added with Enter or the button, blank text is ignored, and they are there after a reload', async () => {
  show(<TasksPage />);
  expect(screen.getByText('Nenhuma tarefa ainda. Anote a primeira acima.')).toBeTruthy();
  await userEvent.click(button('Adicionar'));
  await add('   ', 'Ligar para Ana');
  await enter(field(), 'Enviar proposta');
  await userEvent.click(button('Adicionar'));
  expect(texts()).toEqual(['Ligar para Ana', 'Enviar proposta']);
  expect(screen.getAllByText(/^criada \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toHaveLength(2);
  expect(screen.getByText('As tarefas ficam só neste navegador.')).toBeTruthy();
  cleanup();
  show(<TasksPage />);
  expect(texts()).toEqual(['Ligar para Ana', 'Enviar proposta']);
});

test('each person has their own', async () => {
  show(<TasksPage />);
  await add('Minha');
  cleanup();
  show(<TasksPage />, { as: { id: 99 } });
  expect(texts()).toEqual([]);
});

test('a task is edited in place: Enter and Salvar keep the change, Esc and blank text the old one', async () => {
  show(<TasksPage />);
  await add('Ligar');
  const edit = async (text: string) => {
    const input = screen.getByLabelText('Texto da tarefa');
    expect(document.activeElement).toBe(input);
    await userEvent.clear(input);
    if (text !== '') await enter(input, text);
  };
  await userEvent.click(button('Editar Ligar'));
  await edit('Ligar amanhã');
  await userEvent.keyboard('{Enter}');
  expect(texts()).toEqual(['Ligar amanhã']);
  expect(screen.getByText(/^editada /)).toBeTruthy();
  await userEvent.click(screen.getByText('Ligar amanhã'));
  await edit('Nunca');
  await userEvent.keyboard('{Escape}');
  expect(texts()).toEqual(['Ligar amanhã']);
  await userEvent.click(button('Editar Ligar amanhã'));
  await edit('');
  await userEvent.click(button('Salvar'));
  expect(texts()).toEqual(['Ligar amanhã']);
});

test('a task is marked as done and taken back, and deleting can be undone', async () => {
  show(<TasksPage />);
  await add('Um', 'Dois', 'Três');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Concluída: Um' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Concluída: Um' }).checked).toBe(true);
  await userEvent.click(button('Excluir Dois'));
  expect(texts()).toEqual(['Um', 'Três']);
  act(() => shownNotices.get().at(-1)?.action?.onAction());
  await waitFor(() => expect(texts()).toEqual(['Um', 'Dois', 'Três']));
});

test('the order is changed by keyboard, told in words, kept', async () => {
  show(<TasksPage />);
  await add('Um', 'Dois', 'Três');
  button('Mover Três').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(texts()).toEqual(['Um', 'Três', 'Dois']);
  expect(screen.getByText('Três: posição 2 de 3')).toBeTruthy();
  expect(document.activeElement).toBe(button('Mover Três'));
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(texts()).toEqual(['Um', 'Três', 'Dois']);
  cleanup();
  show(<TasksPage />);
  expect(texts()).toEqual(['Um', 'Três', 'Dois']);
});

// "Keys: ↑/↓ items, Enter edit, Del delete."
test('everything is done by keyboard, and the focus never gets lost', async () => {
  show(<TasksPage />);
  await add('Um', 'Dois', 'Três');
  const item = (name: string) => screen.getByText(name).closest('button');
  item('Um')?.focus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(item('Três'));
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
  expect(texts()).toEqual(['Um', 'Três', 'Dois']);
  expect(document.activeElement).toBe(item('Três'));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' 3{Enter}');
  expect(document.activeElement).toBe(item('Três 3'));
  await userEvent.keyboard('{Enter}{Escape}');
  expect(document.activeElement).toBe(item('Três 3'));
  await userEvent.keyboard('{Delete}');
  expect(document.activeElement).toBe(item('Dois'));
  await userEvent.keyboard('{Delete}');
  expect(document.activeElement).toBe(item('Um'));
  await userEvent.keyboard('{Delete}');
  expect(texts()).toEqual([]);
  expect(document.activeElement).toBe(field());
});

// "Storage full or blocked: inline error."
test('a browser that stores nothing says so, and nothing is lost while the page is open', async () => {
  show(<TasksPage />);
  await add('Guardada');
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await add('Um', 'Dois');
  expect(screen.getByRole('alert').textContent).toBe(
    'Não foi possível guardar as tarefas neste navegador. O que mudou vale até você fechar a página.',
  );
  await userEvent.click(button('Excluir Um'));
  await add('Três');
  act(() => shownNotices.get().at(-1)?.action?.onAction());
  expect(texts()).toEqual(['Guardada', 'Um', 'Dois', 'Três']);
  write.mockRestore();
  await add('Quatro');
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  show(<TasksPage />);
  expect(texts()).toEqual(['Guardada', 'Um', 'Dois', 'Três', 'Quatro']);
});

test('and by the pointer', async () => {
  show(<TasksPage />);
  await add('Um', 'Dois', 'Três');
  const handle = button('Mover Três');
  handle.setPointerCapture = () => undefined;
  const first = screen.getAllByRole('listitem')[0] ?? document.body;
  document.elementFromPoint = () => first;
  fireEvent.pointerDown(handle, { button: 0, clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientY: 50, pointerId: 1 });
  fireEvent.pointerUp(handle, { clientY: 50, pointerId: 1 });
  expect(texts()).toEqual(['Três', 'Um', 'Dois']);
});

test('another tab’s change shows at once, and is not lost by the next one here', async () => {
  show(<TasksPage />);
  await add('Aqui');
  const key = Object.keys(localStorage).find((name) => name.startsWith('todolist')) ?? '';
  const there = [
    ...JSON.parse(localStorage.getItem(key) ?? '[]'),
    { id: 'x', text: 'Lá', createdAt: '2026-11-16', updatedAt: '2026-11-16' },
  ];
  localStorage.setItem(key, JSON.stringify(there));
  fireEvent(window, new StorageEvent('storage', { key, newValue: JSON.stringify(there), storageArea: localStorage }));
  await waitFor(() => expect(texts()).toEqual(['Aqui', 'Lá']));
  await add('Depois');
  expect(texts()).toEqual(['Aqui', 'Lá', 'Depois']);
});
