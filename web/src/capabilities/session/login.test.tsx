import { paymentsApi } from '@prosa/contracts/payments';
import { sessionApi } from '@prosa/contracts/session';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { enter, failWith, refuse, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { call } from '../../platform/api/api.ts';
import { checkout } from '../payments/payments.fixture.ts';
import { LoginPage } from './LoginPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (login: Stub, language: 'pt' | 'en' | 'es' = 'pt') =>
  show(<LoginPage />, {
    api: [login],
    language,
    path: '/login',
    session: { logIn: async (input) => void (await call(sessionApi.login, { body: input })) },
  });

async function logIn(email = 'ana@aurora.example', password = 'segredo') {
  await enter(screen.getByLabelText('Email'), email);
  await enter(screen.getByLabelText('Senha'), password);
  await userEvent.keyboard('{Enter}');
}

test('a wrong password is said above the form, and the password is selected to be typed again', async () => {
  open(stub(sessionApi.login, () => refuse('ERR_INVALID_CREDENTIALS')));
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Erro de autenticação. Confira o email e a senha.');
  const password = screen.getByLabelText<HTMLInputElement>('Senha');
  expect(document.activeElement).toBe(password);
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 7]);
});

test('an overdue company is told the date and whom to ask', async () => {
  open(stub(sessionApi.login, () => refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-10' })));
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Opss! Sua assinatura venceu 10/11/2026. Entre em contato com o Suporte para mais informações!',
  );
  expect(screen.queryByRole('button', { name: 'Pagar agora' })).toBeNull();
});

test('"Pagar agora" is offered to who may pay: the checkout without a session, and then in with the same password', async () => {
  const invoices = stub(paymentsApi.invoices, () => ({ invoices: [], count: 0, hasMore: false, checkout: checkout() }));
  const expired = stub(sessionApi.login, () => refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-10', billingToken: 'billing' }));
  const { sent } = show(<LoginPage />, {
    api: [expired, invoices],
    path: '/login',
    session: { logIn: async (input) => void (await call(sessionApi.login, { body: input })) },
  });
  await logIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Pagar agora' }));
  expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeTruthy();
  expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer billing');
});

test('a server out of reach, or out of order, is said', async () => {
  open(stub(sessionApi.login, () => failWith(503, { error: 'ERR_UNAVAILABLE' })));
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('O serviço está indisponível no momento. Tente novamente.');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('Não foi possível conectar ao servidor. Tente novamente.')).toBeTruthy();
});

test('an address that is none is refused before anything is sent', async () => {
  const { sent } = open(stub(sessionApi.login, () => refuse('ERR_INVALID_CREDENTIALS')));
  await logIn('ana');
  expect(await screen.findByText('Invalid email')).toBeTruthy();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('the password can be looked at, and the page speaks three languages', async () => {
  open(stub(sessionApi.login, () => refuse('ERR_INVALID_CREDENTIALS')));
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(screen.getByLabelText('Senha').getAttribute('type')).toBe('text');
  await userEvent.selectOptions(screen.getByLabelText('Idioma'), 'es');
  expect(screen.getByLabelText('Contraseña')).toBeTruthy();
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('language')).toBe('es');
});

test('"Email and password form with a link to /signup"', async () => {
  const { visited } = open(stub(sessionApi.login, () => refuse('ERR_INVALID_CREDENTIALS')));
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
  expect(screen.getByLabelText('Senha').getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('link', { name: 'Cadastre-se' }));
  expect(visited.at(-1)).toBe('/signup');
});
