import { companiesApi } from '@prosa/contracts/companies';
import { queuesApi } from '@prosa/contracts/queues';
import { userLive, usersApi } from '@prosa/contracts/users';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { enter, marina, show, stub } from '../../../test/screen.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { UsersPage } from '../users/UsersPage.tsx';
import { aUser } from '../users/users.fixture.ts';
import { basicPlan, company } from './companies.fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const rui = aUser({ id: 9, name: 'Rui' });
const everybody = [aUser({ id: marina.id, name: 'Marina' }), rui];
const open = (users: number, as: Parameters<typeof show>[1] = { as: { profile: 'admin' } }, all = () => everybody) =>
  show(<UsersPage />, {
    ...as,
    api: [
      stub(companiesApi.show, () => company({ id: marina.companyId, plan: { ...basicPlan, users } })),
      stub(queuesApi.list, () => []),
      stub(usersApi.list, ({ query }) => {
        const found = all().filter(({ name }) => name.toLowerCase().includes(query.searchParam));
        return { users: found, count: found.length, hasMore: false };
      }),
    ],
  });
const addButton = () => screen.getByRole('button', { name: 'Adicionar usuário' });
const reason = 'Limite de usuários do plano atingido (2).';

test('at the limit of the plan the button says so before a form is filled in, and leads who can pay to the subscription', async () => {
  open(2);
  await screen.findByText(reason);
  expect(addButton().ariaDisabled ?? addButton().getAttribute('aria-disabled')).toBe('true');
  const note = document.getElementById(addButton().getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain(reason);
  expect(screen.getByRole('link', { name: 'Ver a assinatura' }).getAttribute('href')).toBe('/subscription');
  // It can still be reached by keyboard, and tells why it does nothing; so does its key.
  addButton().focus();
  expect(document.activeElement).toBe(addButton());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(2));
  await userEvent.keyboard('n');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who can not pay is told whom to ask', async () => {
  open(2, { as: { profile: 'user', super: true } });
  expect(await screen.findByText(`${reason} Para ter mais, peça a um administrador que amplie o plano.`)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ver a assinatura' })).toBeNull();
});

test('below the limit nothing is said; a search changes nothing of the count, a removed record does', async () => {
  let all = everybody;
  const { hear } = open(2, undefined, () => all);
  await screen.findByText(reason);
  await enter(screen.getByRole('searchbox'), 'rui');
  await waitFor(() => expect(screen.queryByText('Marina')).toBeNull());
  expect(screen.getByText(reason)).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox'));
  await screen.findByText('Marina');
  // Who asks again, as the list may after a search, is answered as it is by then.
  all = all.filter(({ id }) => id !== rui.id);
  hear(userLive, { action: 'delete', userId: rui.id });
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
  await userEvent.click(addButton());
  await screen.findByRole('dialog');
});
