import { chatOfUserLive, chatsApi, chatsLive } from '@prosa/contracts/chats';
import { usersApi } from '@prosa/contracts/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, marina, refuse, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { aUser } from '../users/users.fixture.ts';
import { ChatsButton } from './ChatsButton.tsx';
import { ChatsPage } from './ChatsPage.tsx';
import { aChat, aChatMessage, people } from './chats.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const list = (...records: ReturnType<typeof aChat>[]) =>
  stub(chatsApi.list, ({ query }) => {
    const found = records.filter(({ title }) => title.toLowerCase().includes(String(query.searchParam ?? '')));
    return { records: found, count: found.length, hasMore: false };
  });
const everyone = stub(usersApi.everyone, () => Object.values(people).map((person) => aUser(person)));
const said = (...records: ReturnType<typeof aChatMessage>[]) =>
  stub(chatsApi.messages, () => ({ records, count: records.length, hasMore: false, pageNumber: 1 }));
const item = async (title: string) => within((await screen.findByText(title)).closest('li') ?? document.body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const toMe = chatOfUserLive.at({ userId: marina.id });

test('the list: title, last message and unread count; what is heard moves a chat up, renames it, and takes it away', async () => {
  const mine = aChat({ id: 1, title: 'Vendas', lastMessage: 'Ana: bom dia', unreads: 2, updatedAt: '2026-11-16T12:00:00.000Z' });
  const theirs = aChat({ id: 2, title: 'Suporte', ownerId: people.ana.id, updatedAt: '2026-11-16T11:00:00.000Z' });
  const { hear } = show(<ChatsPage />, { path: '/chats', api: [list(mine, theirs)] });
  expect((await item('Vendas')).getByText('Ana: bom dia')).toBeTruthy();
  expect((await item('Vendas')).getByText('2 mensagens não lidas')).toBeTruthy();
  // "Chat edit and delete are allowed only for the chat owner."
  expect((await item('Vendas')).getByRole('button', { name: 'Ações de Vendas' })).toBeTruthy();
  expect((await item('Suporte')).queryByRole('button')).toBeNull();
  expect(screen.getByText('Selecione ou crie uma conversa.')).toBeTruthy();
  const later = { ...theirs, lastMessage: 'Ana: oi', updatedAt: '2026-11-16T13:00:00.000Z' };
  hear(chatsLive, { action: 'new-message', chat: later, newMessage: aChatMessage({ chatId: 2, message: 'oi' }) });
  const titles = () => screen.getAllByRole('listitem').map((each) => each.querySelector('span')?.textContent);
  await waitFor(() => expect(titles()).toEqual(['Suporte', 'Vendas']));
  hear(toMe, { action: 'update', record: { ...later, title: 'Suporte N2' } });
  await screen.findByText('Suporte N2');
  hear(toMe, { action: 'delete', id: 2 });
  await waitFor(() => expect(titles()).toEqual(['Vendas']));
});

test('a search asks the server half a second after typing, and keeps what is heard meanwhile in step', async () => {
  const { hear, sent } = show(<ChatsPage />, {
    path: '/chats',
    api: [list(aChat({ id: 1, title: 'Vendas' }), aChat({ id: 2, title: 'Suporte' }))],
  });
  await screen.findByText('Suporte');
  await enter(screen.getByRole('searchbox'), 'VEN');
  await waitFor(() => expect(screen.queryByText('Suporte')).toBeNull());
  expect(sent.filter(({ query }) => query.includes('searchParam=ven'))).toHaveLength(1);
  hear(toMe, { action: 'create', record: aChat({ id: 3, title: 'Outra' }) });
  hear(toMe, { action: 'create', record: aChat({ id: 4, title: 'Pós-vênda' }) });
  await screen.findByText('Pós-vênda');
  expect(screen.queryByText('Outra')).toBeNull();
  await enter(screen.getByRole('searchbox'), 'xyz');
  await screen.findByText('Nada encontrado para "venxyz"');
  await userEvent.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1) ?? document.body);
  await screen.findByText('Suporte');
});

test('the dialog: both complaints in words; a failure is said in it without a toast, and nothing typed is lost', async () => {
  let fails = true;
  const made = aChat({ id: 9, title: 'Equipe' });
  const create = stub(chatsApi.create, () => (fails ? refuse('ERR_NO_USER_FOUND') : made));
  const { sent, visited } = show(<ChatsPage />, {
    path: '/chats',
    api: [list(), everyone, create, stub(chatsApi.show, () => made), said()],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Nova conversa' }));
  await screen.findByLabelText('Ana');
  // "company users except me"
  expect(screen.queryByLabelText('Marina')).toBeNull();
  await save();
  expect(screen.getByText('Por favor, preencha o título da conversa.')).toBeTruthy();
  expect(screen.getByText('Por favor, selecione pelo menos um usuário.')).toBeTruthy();
  await enter(screen.getByLabelText('Título'), '  Equipe ');
  await userEvent.click(screen.getByLabelText('Bia'));
  await save();
  await screen.findByRole('alert');
  expect(shownNotices.get()).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('  Equipe ');
  fails = false;
  await save();
  await waitFor(() => expect(visited.at(-1)).toBe(`/chats/${made.uuid}`));
  expect(sent.findLast(({ method }) => method === 'POST')).toMatchObject({ body: { title: 'Equipe', users: [{ id: people.bia.id }] } });
});

const opened = (chat: ReturnType<typeof aChat>, ...more: Stub[]) =>
  show(<ChatsPage />, {
    path: `/chats/${chat.uuid}`,
    api: [...more, list(chat), stub(chatsApi.show, () => chat), stub(chatsApi.read, () => ({ ...chat, users: [] }))],
  });

test('opening a chat with something unread marks it read, and so does each message that comes while it is looked at', async () => {
  let chat = aChat({ id: 5, unreads: 1 });
  const { sent, hear } = opened(
    chat,
    said(aChatMessage({ chatId: 5 })),
    stub(chatsApi.show, () => chat),
  );
  const reads = () => sent.filter(({ path }) => path === '/chats/5/read');
  await waitFor(() => expect(reads()).toMatchObject([{ method: 'POST', body: { userId: marina.id } }]));
  chat = aChat({ id: 5 });
  hear(chatsLive, { action: 'update', chat });
  chat = aChat({ id: 5, unreads: 1, updatedAt: '2026-11-16T12:00:01.000Z' });
  const newMessage = aChatMessage({ id: 2, chatId: 5, message: 'Mais uma' });
  hear(chatsLive, { action: 'new-message', chat, newMessage });
  await waitFor(() => expect(reads()).toHaveLength(2));
});

test('an empty chat that was loaded again, as after a dropped connection, shows what is said in it then', async () => {
  const chat = aChat({ id: 8 });
  const { hear, queryClient, sent } = opened(chat, said());
  await screen.findByText('Nenhuma mensagem ainda.');
  const loads = () => sent.filter(({ path }) => path === '/chats/8/messages').length;
  const before = loads();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(loads()).toBeGreaterThan(before));
  hear(chatsLive, { action: 'new-message', chat, newMessage: aChatMessage({ id: 9, chatId: 8, message: 'Voltou' }) });
  await screen.findByRole('article', { name: /Voltou/ });
});

test('Enter sends, with whom it mentions; white space alone is not sent; what was refused stays as a bubble, without a toast', async () => {
  const chat = aChat({ id: 6 });
  const send = stub(chatsApi.send, () => refuse('ERR_NO_CHAT_FOUND'));
  const { sent } = opened(chat, said(), send);
  const area = await screen.findByLabelText<HTMLTextAreaElement>('Mensagem');
  const posts = () => sent.filter(({ path, method }) => path === '/chats/6/messages' && method === 'POST');
  await enter(area, '   ');
  await userEvent.keyboard('{Enter}');
  expect(posts()).toEqual([]);
  await userEvent.clear(area);
  await userEvent.type(area, 'Oi @bi');
  await userEvent.click(await screen.findByRole('option', { name: 'Bia' }));
  expect(area.value).toBe('Oi @Bia ');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(posts()).toMatchObject([{ body: { message: 'Oi @Bia', mentions: [people.bia.id] } }]));
  const bubble = await screen.findByRole('article', { name: /Oi @Bia/ });
  await waitFor(() => expect(within(bubble).getByText(/Não enviada/)).toBeTruthy());
  expect(shownNotices.get()).toEqual([]);
  expect(area.value).toBe('');
});

test('a draft waits in its chat; a chat that one is taken out of closes', async () => {
  const chat = aChat({ id: 7 });
  opened(chat, said());
  await enter(await screen.findByLabelText('Mensagem'), 'Ainda não');
  cleanup();
  const again = opened(chat, said());
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Mensagem')).value).toBe('Ainda não');
  again.hear(toMe, { action: 'delete', id: 7 });
  await waitFor(() => expect(again.visited.at(-1)).toBe('/chats'));
});

test('the popover of the top bar: how many are unread, the latest chats, and the way to one', async () => {
  const chat = aChat({ id: 3, title: 'Vendas', unreads: 2 });
  const { hear, visited } = show(<ChatsButton />, { api: [list(chat)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Chat interno: 1 conversa não lida' }));
  await userEvent.click(await screen.findByText('Vendas'));
  expect(visited.at(-1)).toBe(`/chats/${chat.uuid}`);
  hear(chatsLive, { action: 'update', chat: aChat({ id: 3, title: 'Vendas' }) });
  await screen.findByRole('button', { name: 'Chat interno' });
});
