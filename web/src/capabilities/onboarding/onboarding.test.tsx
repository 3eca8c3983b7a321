import { connectionsApi } from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { show, stub } from '../../../test/screen.tsx';
import { aConnection } from '../connections/connections.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { TicketsPage } from '../tickets/TicketsPage.tsx';
import { around } from '../tickets/tickets.scene.ts';
import { aUser } from '../users/users.fixture.ts';
import { OnboardingWatch } from './OnboardingWatch.tsx';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

let companies = 100;
const open = (
  done: { connect: boolean; queue: boolean; invite: boolean; answer: boolean },
  profile: 'admin' | 'user' = 'admin',
  companyId = ++companies,
) =>
  show(<TicketsPage />, {
    path: '/tickets',
    as: { profile, companyId },
    api: [
      stub(connectionsApi.list, () => (done.connect ? [aConnection({ status: 'CONNECTED' })] : [])),
      stub(queuesApi.list, () =>
        done.queue ? [{ id: 1, name: 'Vendas', color: '#0A7A48', greetingMessage: '', outOfHoursMessage: '', schedules: [] }] : [],
      ),
      stub(usersApi.everyone, () => [aUser({ id: 1 }), ...(done.invite ? [aUser({ id: 2 })] : [])]),
      stub(ticketsApi.list, () => ({ tickets: [], count: done.answer ? 1 : 0, hasMore: false })),
      ...around(),
    ],
  });
const card = () => screen.findByRole('region', { name: 'Primeiros passos' });

test('"Onboarding card (admin, until done or dismissed …)": each step with its button, or its check', async () => {
  const { visited } = open({ connect: true, queue: false, invite: false, answer: false });
  const steps = within(await card()).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Conectar um WhatsApp (feito)',
    '2Criar uma filaCriar fila',
    '3Convidar a equipeConvidar',
    '4Responder o primeiro clienteAbrir o simulador',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Criar fila' }));
  expect(visited.at(-1)).toBe('/queues');
  await userEvent.click(screen.getByRole('button', { name: 'Convidar' }));
  expect(visited.at(-1)).toBe('/users');
});

test('dismissed or done, it is gone for good and asks for nothing', async () => {
  const nothing = { connect: false, queue: false, invite: false, answer: false };
  const { unmount, user } = open(nothing);
  await userEvent.click(within(await card()).getByRole('button', { name: 'Dispensar os primeiros passos' }));
  expect(screen.queryByText('Primeiros passos')).toBeNull();
  unmount();
  const { sent } = open(nothing, 'admin', user.companyId);
  await screen.findByText('Selecione um atendimento');
  expect(sent.map(({ path }) => path)).not.toContain('/users/list');
  cleanup();
  open({ connect: true, queue: true, invite: true, answer: true });
  await waitFor(() => expect(localStorage.getItem(`onboarding-${companies}`)).toBe('over'));
  expect(screen.queryByText('Primeiros passos')).toBeNull();
});

test('only who may connect a WhatsApp is told to', async () => {
  const { sent } = open({ connect: false, queue: false, invite: false, answer: false }, 'user');
  await screen.findByText('Selecione um atendimento');
  expect(screen.queryByText('Primeiros passos')).toBeNull();
  expect(sent.map(({ path }) => path)).not.toContain('/users/list');
});

test('the steps stand before the empty chat, and the next one is the one to press', async () => {
  open({ connect: true, queue: false, invite: false, answer: false });
  const steps = await card();
  const welcome = screen.getByRole('heading', { name: 'Selecione um atendimento' });
  expect(steps.compareDocumentPosition(welcome) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(within(steps).getByRole('button', { name: 'Criar fila' }).className).toContain('primary');
  expect(within(steps).getByRole('button', { name: 'Convidar' }).className).not.toContain('primary');
});

test('a step that is done offers the next where one is', async () => {
  let queues = 0;
  const { visited, queryClient } = show(<OnboardingWatch />, {
    path: '/queues',
    as: { profile: 'admin', companyId: ++companies },
    api: [
      stub(connectionsApi.list, () => [aConnection({ status: 'CONNECTED' })]),
      stub(queuesApi.list, () =>
        Array.from({ length: queues }, () => ({
          ...{ id: 1, name: 'Vendas', color: '#0A7A48', greetingMessage: '', outOfHoursMessage: '', schedules: [] },
        })),
      ),
      stub(usersApi.everyone, () => [aUser({ id: 1 })]),
      stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false })),
    ],
  });
  await waitFor(() => expect(queryClient.getQueryData(['onboarding'])).toBeTruthy());
  queues = 1;
  await queryClient.invalidateQueries({ queryKey: ['onboarding'] });
  await screen.findByText('Feito: Criar uma fila');
  await userEvent.click(screen.getByRole('button', { name: 'Convidar' }));
  expect(visited.at(-1)).toBe('/users');
});
