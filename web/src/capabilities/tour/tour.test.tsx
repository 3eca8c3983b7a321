import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { show } from '../../../test/screen.tsx';
import { endOnboarding } from '../onboarding/onboarding.ts';
import { Tour } from './Tour.tsx';
import { startTour } from './tour.ts';

let people = 500;
const open = (setting: Parameters<typeof show>[1] = {}) =>
  show(
    <main id="content" tabIndex={-1}>
      <button type="button">Aguardando</button>
      <Tour />
    </main>,
    { path: '/tickets', fresh: true, ...setting, as: { id: ++people, companyId: people, ...setting.as } },
  );
const invitation = () => screen.findByRole('region', { name: 'Primeira vez aqui? Conheça a tela em 5 passos.' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('after a login the tour is offered, quietly: no focus is taken and no button of the page is named twice', async () => {
  open();
  const card = await invitation();
  expect(document.activeElement).toBe(document.body);
  expect(screen.getAllByText(/Aguardando/)).toHaveLength(1);
  expect(
    within(card)
      .getAllByRole('button')
      .map(({ textContent, ariaLabel }) => textContent || ariaLabel),
  ).toEqual(['Pular o tour', 'Ver o tour']);
  cleanup();
  open({ fresh: false });
  expect(screen.queryByRole('region')).toBeNull();
});

test('five steps, forwards and backwards, with the focus always on what goes on', async () => {
  open();
  await invitation();
  await press('Ver o tour');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Seus atendimentos'));
  expect(screen.getByText('1 de 5')).toBeTruthy();
  await press('Próximo passo');
  expect(screen.getByRole('heading').textContent).toBe('Aceite quem espera');
  await press('Passo anterior');
  expect(document.activeElement?.textContent).toBe('Próximo passo');
  const titles = ['Aceite quem espera', 'Responda sem tirar as mãos do teclado', 'Resolva ou passe adiante', 'Tudo a um atalho'];
  for (const title of titles) {
    await press('Próximo passo');
    expect(screen.getByRole('heading').textContent).toBe(title);
  }
  await press('Concluir o tour');
  expect(screen.queryByRole('region', { name: 'Tudo a um atalho' })).toBeNull();
  expect(document.activeElement).toBe(document.getElementById('content'));
  expect(screen.getByText('O tour fica no menu da sua conta.')).toBeTruthy();
});

test('Esc leaves it from any step, and it never comes back by itself; who asks for it has it again', async () => {
  const { user, unmount } = open();
  await invitation();
  await press('Ver o tour');
  await press('Próximo passo');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('heading')).toBeNull();
  unmount();
  open({ as: { id: user.id } });
  expect(screen.queryByRole('heading')).toBeNull();
  startTour(user.id);
  await screen.findByRole('heading', { name: 'Seus atendimentos' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Seus atendimentos'));
});

test('a reload goes on where one was', async () => {
  const { user, unmount } = open();
  await invitation();
  await press('Ver o tour');
  await press('Próximo passo');
  unmount();
  open({ as: { id: user.id }, fresh: false });
  await screen.findByRole('heading', { name: 'Aceite quem espera' });
});

test('the first steps of a new company come first, the tour after them', async () => {
  const { user } = open({ as: { profile: 'admin' } });
  expect(screen.queryByRole('region')).toBeNull();
  endOnboarding(user.companyId);
  await invitation();
});
