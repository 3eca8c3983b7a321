import { companiesApi } from '@prosa/contracts/companies';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { passwordStrength } from './password-strength.ts';
import { maskPhone, phoneDigits } from './phone-mask.ts';
import { SignUpPage } from './SignUpPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plans = stub(companiesApi.plans, () => [
  { id: 1, name: 'Essencial', users: 3, connections: 1, queues: 3, storage: 5, value: '99.00', prices: {} },
  { id: 2, name: 'Equipe', users: 10, connections: 3, queues: 10, storage: 5, value: '1249.90', prices: {} },
]);
const created = {
  id: 9,
  name: 'Padaria',
  email: 'ana@padaria.example',
  phone: '5511987654321',
  planId: 2,
  status: true,
  dueDate: '2026-11-18',
  recurrence: 'MENSAL',
};

async function fill() {
  await enter(screen.getByLabelText('Nome da empresa'), 'Padaria');
  await enter(screen.getByLabelText('Email'), 'ana@padaria.example');
  await enter(screen.getByLabelText('Senha'), 'segredo');
  await enter(screen.getByLabelText('Telefone'), '11987654321');
  await userEvent.click(await screen.findByRole('radio', { name: /Equipe/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
}

test('a company signs up and is sent to the login page', async () => {
  const { sent, visited } = show(<SignUpPage />, { api: [plans, stub(companiesApi.signUp, () => created)], path: '/signup' });
  expect(await screen.findByText('R$ 1.249,90/mês', { normalizer: (text) => text.replace(/\u00a0/g, ' ') })).toBeTruthy();
  expect(screen.getByText('3 usuários · 1 conexão · 3 filas')).toBeTruthy();
  await fill();
  expect(await screen.findByText('Cadastro realizado! Entre com seu email e senha.')).toBeTruthy();
  expect(visited.at(-1)).toBe('/login');
  expect(sent.at(-1)?.body).toMatchObject({
    name: 'Padaria',
    email: 'ana@padaria.example',
    phone: '5511987654321',
    password: 'segredo',
    planId: 2,
    recurrence: 'MENSAL',
    status: 't',
    campaignsEnabled: true,
  });
});

test('where sign-up is closed the page says so and shows no form', async () => {
  show(<SignUpPage />, { api: [stub(companiesApi.plans, () => refuse('ERR_SIGNUP_CLOSED'))], path: '/signup' });
  expect(await screen.findByText(/O cadastro de novas empresas está fechado/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cadastrar' })).toBeNull();
});

test('every field complains in its own place, and nothing is sent', async () => {
  const { sent } = show(<SignUpPage />, { api: [plans], path: '/signup' });
  await screen.findAllByRole('radio');
  await enter(screen.getByLabelText('Nome da empresa'), 'P');
  await enter(screen.getByLabelText('Email'), 'ana');
  await enter(screen.getByLabelText('Senha'), 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
    'Too Short!',
    'Invalid email',
    'Too Short!',
    'Required',
    'Required',
  ]);
  await enter(screen.getByLabelText('Senha'), 'x'.repeat(60));
  expect(await screen.findByText('Too Long!')).toBeTruthy();
  expect(sent.map(({ path }) => path)).toEqual(['/plans/list']);
});

test.each([
  ['ERR_EMAIL_ALREADY_EXISTS', undefined],
  ['ERR_VALIDATION', undefined],
  ['ERR_TOO_MANY_REQUESTS', 'Muitas tentativas. Aguarde um pouco e tente de novo.'],
  ['ERR_UNAVAILABLE', 'O serviço está indisponível no momento. Tente novamente.'],
] as const)(
  '"On failure show \'Erro ao criar usuário. Verifique os dados informados.\'": %s, and what the data can not help with is told besides',
  async (code, besides) => {
    const { visited } = show(<SignUpPage />, { api: [plans, stub(companiesApi.signUp, () => refuse(code))], path: '/signup' });
    await fill();
    expect(await screen.findByText('Erro ao criar usuário. Verifique os dados informados.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(`Erro ao criar usuário. Verifique os dados informados.${besides ?? ''}`);
    expect(visited.at(-1)).toBe('/signup');
  },
);

test('"with a link to /login"', async () => {
  const { visited } = show(<SignUpPage />, { api: [plans], path: '/signup' });
  await userEvent.click(screen.getByRole('link', { name: 'Entre' }));
  expect(visited.at(-1)).toBe('/login');
});

test('without any plan nobody can sign up', async () => {
  show(<SignUpPage />, { api: [stub(companiesApi.plans, () => [])], path: '/signup' });
  expect(await screen.findByText('Nenhum plano disponível no momento.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cadastrar' }).hasAttribute('disabled')).toBe(true);
});

describe('the phone as it is typed', () => {
  test.each([
    ['', ''],
    ['1', '+55 (1'],
    ['+55 (1', '+55 (1'],
    ['+55 (11) 9', '+55 (11) 9'],
    ['+55 (', '+55'],
    ['+55 (11) 98765-4321', '+55 (11) 98765-4321'],
    ['1132654321', '+55 (11) 3265-4321'],
    ['5511987654321', '+55 (11) 98765-4321'],
    ['+351912345678', '+351912345678'],
    ['+', '+'],
  ])('%s becomes %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown));

  test('is stored as digits', () => expect(phoneDigits('+55 (11) 98765-4321')).toBe('5511987654321'));
});

test.each([
  ['abc', 'weak'],
  ['abcdefgh', 'weak'],
  ['abcdefgh1', 'fair'],
  ['Abcdefgh12!?x', 'strong'],
])('the password %s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));
