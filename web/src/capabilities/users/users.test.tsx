import type { ErrorCode } from '@prosa/contracts/errors';
import { queuesApi } from '@prosa/contracts/queues';
import { authLive, sessionApi } from '@prosa/contracts/session';
import { type User, userLive, usersApi } from '@prosa/contracts/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { enter, marina, refuse, show, stub, typeAtOnce } from '../../../test/screen.tsx';
import { ProfileDialog } from '../profile/ProfileDialog.tsx';
import { ProfileWatch } from '../profile/ProfileWatch.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { UserDialog } from './UserDialog.tsx';
import { UsersPage } from './UsersPage.tsx';
import { aUser } from './users.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const admin = { profile: 'admin' } as const;
const queues = [
  { id: 1, name: 'Vendas', color: '#00aa00', greetingMessage: '', outOfHoursMessage: '', schedules: [] },
  { id: 2, name: 'Suporte', color: '#0000aa', greetingMessage: '', outOfHoursMessage: '', schedules: [] },
];
const me = aUser({ id: marina.id, name: 'Marina', profile: 'admin', online: true });
const rui = aUser({ id: 9, name: 'Rui', email: 'rui@aurora.example', profile: 'supervisor' });
const server = (...users: User[]) => [
  stub(usersApi.list, () => ({ users, count: users.length, hasMore: false })),
  stub(queuesApi.list, () => queues),
];
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const fill = async (name: string, typed: string) => {
  await userEvent.clear(field(name));
  if (typed) await enter(field(name), typed);
};

// "Table: name, email, profile, actions (edit, delete); search; add."
test('people are listed with their profile, who is online, and nobody can delete themselves', async () => {
  show(<UsersPage />, { as: admin, api: server(rui, me) });
  const row = await rowOf('Rui');
  expect(row.getByText('rui@aurora.example')).toBeTruthy();
  expect(row.getByText('Supervisor')).toBeTruthy();
  expect(row.getByText('offline')).toBeTruthy();
  expect(row.getByRole('button', { name: 'Excluir Rui' })).toBeTruthy();
  const mine = await rowOf('Marina');
  expect(mine.getByText('online')).toBeTruthy();
  expect(mine.getByText('Administrador')).toBeTruthy();
  expect(mine.queryByRole('button', { name: 'Excluir Marina' })).toBeNull();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Nome', 'Email', 'Perfil', 'Ações']);
});

test('who comes, changes, goes online or leaves is seen at once', async () => {
  const { hear, sent } = show(<UsersPage />, { as: admin, api: server(rui, me) });
  await rowOf('Rui');
  hear(userLive, { action: 'update', user: { ...rui, online: true } });
  await waitFor(async () => expect((await rowOf('Rui')).getByText('online')).toBeTruthy());
  hear(userLive, { action: 'create', user: aUser({ id: 12, name: 'Paula' }) });
  expect(await screen.findByText('Paula')).toBeTruthy();
  hear(userLive, { action: 'delete', userId: 9 });
  await waitFor(() => expect(screen.queryByText('Rui')).toBeNull());
  expect(sent.filter(({ path }) => path === '/users')).toHaveLength(1);
});

test('who was added or deleted here is seen so at once, and the event that follows changes nothing', async () => {
  const paula = aUser({ id: 12, name: 'Paula' });
  const { hear, sent } = show(<UsersPage />, {
    as: admin,
    api: [stub(usersApi.create, () => paula), stub(usersApi.remove, () => ({ message: 'ok' })), ...server(rui)],
  });
  await rowOf('Rui');
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar usuário' }));
  await fill('Nome', 'Paula');
  await fill('Email', 'paula@aurora.example');
  await fill('Senha', 'segredo');
  await save();
  await rowOf('Paula');
  hear(userLive, { action: 'create', user: paula });
  expect(screen.getAllByText('Paula')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Rui' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Rui')).toBeNull());
  expect(sent.filter(({ method, path }) => method === 'GET' && path === '/users')).toHaveLength(1);
});

test('deleting asks first; the last admin stays', async () => {
  show(<UsersPage />, { as: admin, api: [stub(usersApi.remove, () => refuse('ERR_LAST_ADMIN')), ...server(rui)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Rui' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Excluir Rui?' }));
  expect(question.getByText('Esta ação não pode ser desfeita.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('A empresa precisa de ao menos um administrador.')).toBeTruthy();
});

const chief = aUser({ id: 10, name: 'Chefe', profile: 'admin', super: true });

test('an admin without the super flag cannot edit or delete a super user, and does not see the flag', async () => {
  show(<UsersPage />, { as: admin, api: server(rui, chief) });
  const row = await rowOf('Chefe');
  expect(row.queryByRole('button', { name: 'Editar Chefe' })).toBeNull();
  expect(row.queryByRole('button', { name: 'Excluir Chefe' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Editar Rui' }));
  expect(await screen.findByRole('switch', { name: 'Ver aguardando nas notificações' })).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'Super-administrador' })).toBeNull();
});

test('a super user grants the super flag in the dialog, and is told why the last one stays', async () => {
  const asked: unknown[] = [];
  const update = stub(usersApi.update, ({ body }) => {
    asked.push(body);
    return refuse('ERR_LAST_SUPER');
  });
  show(<UsersPage />, { as: { ...admin, super: true }, api: [update, ...server(rui, chief)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Rui' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Super-administrador' }));
  await save();
  expect(await screen.findByText('A plataforma precisa de ao menos um super-administrador.')).toBeTruthy();
  expect(asked).toMatchObject([{ super: true }]);
});

// "User form: name required, 2 to 50 characters ('Too Short!', 'Too Long!', 'Required'); password 5 to 50 (optional when
// editing); email required and valid ('Invalid email'); profile defaults to user."
test.each([
  ['Nome', '', 'Required'],
  ['Nome', 'A', 'Too Short!'],
  ['Nome', 'A'.repeat(51), 'Too Long!'],
  ['Email', '', 'Required'],
  ['Email', 'ana', 'Invalid email'],
  ['Senha', '', 'Required'],
  ['Senha', '1234', 'Too Short!'],
  ['Senha', '1'.repeat(51), 'Too Long!'],
])('%s «%s» is refused: %s', async (name, typed, complaint) => {
  const { sent } = show(<UserDialog onClose={() => undefined} />, { as: admin, api: server() });
  await fill('Nome', 'Ana Clara');
  await fill('Email', 'ana@aurora.example');
  await fill('Senha', 'segredo');
  await fill(name, typed);
  await save();
  expect((await screen.findByText(complaint)).getAttribute('role')).toBe('alert');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a person is added as user unless said otherwise', async () => {
  const { sent } = show(<UserDialog onClose={() => undefined} />, {
    as: admin,
    api: [stub(usersApi.create, () => aUser({ id: 20 })), ...server()],
  });
  await fill('Nome', 'Ana Clara');
  await fill('Email', 'Ana@Aurora.example');
  await fill('Senha', 'segredo');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Suporte' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Ver aguardando nas notificações' }));
  await save();
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Ana Clara',
    email: 'ana@aurora.example',
    password: 'segredo',
    profile: 'user',
    queueIds: [2],
    allTicket: 'enable',
  });
});

test.each<[ErrorCode, Record<string, unknown>, string]>([
  ['ERR_USER_CREATION_DISABLED', {}, 'A criação de usuários está desativada.'],
  ['ERR_PLAN_LIMIT', { limit: 10 }, 'Limite de usuários do plano atingido (10).'],
  ['ERR_EMAIL_ALREADY_EXISTS', {}, 'Já existe um usuário com este email.'],
])('%s is said in the form', async (code, extra, words) => {
  // A 403 is asked once more after a refresh.
  const refresh = stub(sessionApi.refresh, () => ({ token: 't', user: marina }));
  show(<UserDialog onClose={() => undefined} />, {
    as: admin,
    api: [stub(usersApi.create, () => refuse(code, extra)), refresh, ...server()],
  });
  await fill('Nome', 'Ana Clara');
  await fill('Email', 'ana@aurora.example');
  await fill('Senha', 'segredo');
  await save();
  const told = await screen.findByText(words);
  expect(told.closest('[role=alert]')).toBeTruthy();
  expect(field('Email').getAttribute('aria-invalid')).toBe(code === 'ERR_EMAIL_ALREADY_EXISTS' ? 'true' : null);
});

test('the last admin can not become something else', async () => {
  show(<UserDialog user={me} onClose={() => undefined} />, {
    as: admin,
    api: [stub(usersApi.update, () => refuse('ERR_LAST_ADMIN')), ...server()],
  });
  await userEvent.selectOptions(screen.getByLabelText('Perfil'), 'Usuário');
  await save();
  expect(await screen.findByText('A empresa precisa de ao menos um administrador.')).toBeTruthy();
  expect(screen.getByLabelText('Perfil').getAttribute('aria-invalid')).toBe('true');
});

// "Everybody may change their own name, email and password."
test('an agent edits their own name, email and password, nothing else, and is greeted by the new name', async () => {
  const refreshUser = vi.fn(async () => undefined);
  const { sent } = show(<ProfileDialog onClose={() => undefined} />, {
    session: { refreshUser },
    api: [stub(usersApi.update, () => aUser({ id: marina.id, name: 'Marina Souza' }))],
  });
  expect(screen.getByRole('dialog', { name: 'Perfil' })).toBeTruthy();
  expect(screen.getByText('Deixe em branco para manter')).toBeTruthy();
  expect(screen.queryByLabelText('Perfil', { selector: 'select' })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  await userEvent.type(field('Nome'), ' Souza');
  await save();
  await waitFor(() => expect(refreshUser).toHaveBeenCalledOnce());
  expect(sent[0]).toMatchObject({ method: 'PUT', path: `/users/${marina.id}` });
  expect(sent[0]?.body).toEqual({ name: 'Marina Souza', email: marina.email, password: '' });
});

test.each([
  ['the own email', 'Email', 'nova@aurora.example', { email: 'nova@aurora.example', password: '' }],
  ['the own password', 'Senha', 'outro-segredo', { email: marina.email, password: 'outro-segredo' }],
])('changing %s asks for the current password', async (_what, name, typed, changed) => {
  const refresh = stub(sessionApi.refresh, () => ({ token: 't', user: marina }));
  const update = stub(usersApi.update, ({ body }) =>
    body.currentPassword === 'certa' ? aUser({ id: marina.id }) : refuse('ERR_WRONG_PASSWORD'),
  );
  const { sent } = show(<ProfileDialog onClose={() => undefined} />, { api: [update, refresh] });
  expect(screen.queryByLabelText('Senha atual')).toBeNull();
  await fill(name, typed);
  await fill('Senha atual', 'errada');
  await save();
  expect((await screen.findByText('A senha atual não confere.')).getAttribute('role')).toBe('alert');
  expect(field('Senha atual').getAttribute('aria-invalid')).toBe('true');
  await fill('Senha atual', 'certa');
  await save();
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    name: marina.name,
    ...changed,
    currentPassword: 'certa',
  });
});

test('a missing current password is said at its field', async () => {
  const details = [{ path: 'currentPassword', message: 'required' }];
  show(<UserDialog user={me} onClose={() => undefined} />, {
    as: admin,
    api: [stub(usersApi.update, () => refuse('ERR_VALIDATION', { details })), ...server()],
  });
  await fill('Senha', 'outro-segredo');
  await save();
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(field('Senha atual').getAttribute('aria-invalid')).toBe('true');
});

test('an admin who changes the password of another user is asked for none', async () => {
  show(<UserDialog user={rui} onClose={() => undefined} />, { as: admin, api: server() });
  await fill('Senha', 'outro-segredo');
  expect(screen.queryByLabelText('Senha atual')).toBeNull();
});

test.each([
  [['email'], 'O email da sua conta foi alterado. Se não foi você, fale com o administrador.'],
  [['password'], 'A senha da sua conta foi alterada. Se não foi você, fale com o administrador.'],
  [['email', 'password'], 'O email e a senha da sua conta foram alterados. Se não foi você, fale com o administrador.'],
] as const)('a change of the own %j is told', async (changes, words) => {
  const { hear } = show(<ProfileWatch />);
  const user = { id: marina.id, email: marina.email, companyId: marina.companyId };
  hear(authLive, { action: 'securityNotice', user: { ...user, id: 99 }, changes: ['email'] });
  hear(authLive, { action: 'securityNotice', user, changes: [...changes] });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('conta'))).toHaveLength(1);
});

test('who is given other queues by an admin has them at once; going online changes nothing', () => {
  const refreshUser = vi.fn(async () => undefined);
  const { hear } = show(<ProfileWatch />, { session: { refreshUser } });
  const now = { ...aUser({ id: marina.id }), name: marina.name, email: marina.email };
  hear(userLive, { action: 'update', user: { ...now, online: true } });
  expect(refreshUser).not.toHaveBeenCalled();
  hear(userLive, { action: 'update', user: { ...now, queues: [{ id: 1, name: 'Vendas', color: '#00aa00' }] } });
  expect(refreshUser).toHaveBeenCalledOnce();
});

test('"search; add": the search waits until the typing rests and goes in small letters, and the button adds', async () => {
  const { sent } = show(<UsersPage />, {
    as: admin,
    api: [
      stub(usersApi.list, ({ query }) => {
        const users = [rui, me].filter(({ name }) => name.toLowerCase().includes(query.searchParam));
        return { users, count: users.length, hasMore: false };
      }),
      ...server(),
    ],
  });
  await rowOf('Marina');
  typeAtOnce(screen.getByRole('searchbox', { name: 'Buscar…' }), 'RUI');
  await waitFor(() => expect(screen.queryByText('Marina')).toBeNull());
  expect(screen.getByText('Rui')).toBeTruthy();
  const asked = sent.filter(({ path }) => path === '/users').map(({ query }) => new URLSearchParams(query).get('searchParam'));
  expect(asked).toEqual(['', 'rui']);
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar usuário' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar usuário' }));
  expect(dialog.getByLabelText<HTMLSelectElement>('Perfil').value).toBe('user');
});

// "User modal: name, email, password, profile (admin only edits), queues (admin only edits)."
test('an admin edits name, email, profile and queues of another; a blank password stays as it was', async () => {
  const { sent } = show(<UserDialog user={rui} onClose={() => undefined} />, {
    as: admin,
    api: [stub(usersApi.update, () => rui), ...server()],
  });
  await fill('Nome', 'Rui Costa');
  await userEvent.selectOptions(screen.getByLabelText('Perfil'), 'Administrador');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Vendas' }));
  await save();
  await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Rui Costa',
    email: rui.email,
    password: '',
    profile: 'admin',
    queueIds: [1],
    allTicket: 'disable',
  });
});
