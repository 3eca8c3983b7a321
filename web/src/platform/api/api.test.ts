// @vitest-environment jsdom
import '../../../test/browser.ts';
import { companiesApi } from '@prosa/contracts/companies';
import { sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failWith, marina, refuse, stub, stubApi } from '../../../test/screen.tsx';
import { ApiError, call } from './api.ts';
import { accessToken, onSessionNews, type SessionNews } from './token.ts';

const signUp = { name: 'Loja Aurora', email: 'ana@aurora.example', phone: '5511987654321', password: 'segredo', planId: 1 };
const signedUp = {
  id: 1,
  name: 'Loja Aurora',
  email: 'ana@aurora.example',
  phone: '5511987654321',
  planId: 1,
  status: true,
  dueDate: null,
  recurrence: 'MENSAL',
};
const news: SessionNews[] = [];
onSessionNews((item) => news.push(item));

beforeEach(() => {
  accessToken.set('old');
  news.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** Accepts only the renewed token, as the server does when the old one has run out. */
const onlyNew = (headers: Headers) => headers.get('authorization') === 'Bearer new' || refuse('ERR_TOKEN_EXPIRED');
const renewing = stub(sessionApi.refresh, () => ({ token: 'new', user: marina }));

test('a refused token is renewed once and the call repeated once, with the same idempotency key', async () => {
  const sent = stubApi([
    renewing,
    stub(companiesApi.signUp, (_, { headers }) => {
      onlyNew(headers);
      return signedUp;
    }),
  ]);

  await expect(call(companiesApi.signUp, { body: signUp })).resolves.toEqual(signedUp);

  expect(sent.map(({ path }) => path)).toEqual(['/companies/cadastro', '/auth/refresh_token', '/companies/cadastro']);
  const [first, , second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(sent.every(({ headers }) => headers.get('accept') === 'application/json')).toBe(true);
  expect(accessToken.get()).toBe('new');
  expect(localStorage.getItem('token')).toBe('new');
});

test('calls refused together share one renewal', async () => {
  const sent = stubApi([
    renewing,
    stub(sessionApi.me, (_, { headers }) => {
      onlyNew(headers);
      return marina;
    }),
  ]);
  await Promise.all([call(sessionApi.me, {}), call(sessionApi.me, {}), call(sessionApi.me, {})]);
  expect(sent.filter(({ path }) => path === '/auth/refresh_token')).toHaveLength(1);
});

test('a token that another tab has renewed is taken over without a renewal', async () => {
  const sent = stubApi([
    stub(sessionApi.me, (_, { headers }) => {
      // Between the refusal and the renewal the other tab stores its token.
      localStorage.setItem('token', 'new');
      onlyNew(headers);
      return marina;
    }),
  ]);
  await call(sessionApi.me, {});
  expect(sent.map(({ path }) => path)).toEqual(['/auth/me', '/auth/me']);
});

test('a second 403 is final', async () => {
  const sent = stubApi([renewing, stub(sessionApi.me, () => refuse('ERR_NO_PERMISSION'))]);
  await expect(call(sessionApi.me, {})).rejects.toMatchObject({ status: 403, code: 'ERR_NO_PERMISSION' });
  expect(sent).toHaveLength(3);
  expect(news.some(({ kind }) => kind === 'expired')).toBe(false);
});

test('a renewal that is refused ends the session', async () => {
  stubApi([stub(sessionApi.refresh, () => refuse('ERR_SESSION_EXPIRED')), stub(sessionApi.me, () => refuse('ERR_TOKEN_EXPIRED'))]);
  await expect(call(sessionApi.me, {})).rejects.toMatchObject({ status: 401, code: 'ERR_SESSION_EXPIRED' });
  expect(news).toEqual([{ kind: 'expired' }]);
  expect(localStorage.getItem('token')).toBeNull();
});

test('a 401 ends the session, but not when it answers a login', async () => {
  stubApi([stub(sessionApi.login, () => refuse('ERR_INVALID_CREDENTIALS')), stub(sessionApi.me, () => refuse('ERR_SESSION_EXPIRED'))]);
  await expect(call(sessionApi.login, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  expect(news).toEqual([]);
  await expect(call(sessionApi.me, {})).rejects.toBeInstanceOf(ApiError);
  expect(news).toEqual([{ kind: 'expired' }]);
});

test('an expired subscription is told with its date', async () => {
  stubApi([stub(sessionApi.me, () => refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-10' }))]);
  await expect(call(sessionApi.me, {})).rejects.toMatchObject({ status: 402 });
  expect(news).toEqual([{ kind: 'subscriptionExpired', dueDate: '2026-11-10' }]);
});

test('an unreachable server is one kind of error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(sessionApi.me, {})).rejects.toMatchObject({ status: 0, code: 'ERR_NETWORK' });
});

test('details of refused fields come along, whatever form their path has', async () => {
  const details = [
    { path: ['body', 'name'], message: 'tooShort' },
    { path: 'email', message: 'invalidEmail' },
  ];
  stubApi([stub(companiesApi.signUp, () => failWith(400, { error: 'ERR_VALIDATION', details }))]);
  const refused = await call(companiesApi.signUp, { body: signUp }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    details: [
      { path: 'body.name', message: 'tooShort' },
      { path: 'email', message: 'invalidEmail' },
    ],
  });
});

test('a query leaves out what is not given, and a path is escaped', async () => {
  const sent = stubApi([
    stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
    stub(ticketsApi.remove, () => ({ message: 'ok' })),
  ]);
  await call(ticketsApi.list, { query: { searchParam: 'ana & cia', status: undefined, queueIds: '[1,2]' } });
  await call(ticketsApi.remove, { params: { id: 12 } });
  expect(sent.map(({ path, query }) => path + query)).toEqual(['/tickets?searchParam=ana+%26+cia&queueIds=%5B1%2C2%5D', '/tickets/12']);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
});
