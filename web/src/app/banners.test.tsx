import { connectionsApi } from '@prosa/contracts/connections';
import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { marina, show, stub } from '../../test/screen.tsx';
import { aConnection } from '../capabilities/connections/connections.fixture.ts';
import { dayOf } from '../platform/language/format.ts';
import { Shell } from './Shell.tsx';
import { ShellBanners } from './ShellBanners.tsx';

const day = 86_400_000;
const inDays = (days: number) => dayOf(new Date(Date.now() + days * day));
const company = (dueDate: string, trialExpiration: string | null = null) => ({ ...marina.company, dueDate, trialExpiration });
const broken = [{ id: 1, name: 'WhatsApp Campanhas' }];
const open = (profile: 'admin' | 'user', dueDate: string, trial: string | null = null, disconnected: typeof broken = []) =>
  show(<ShellBanners disconnected={disconnected} />, { path: '/tickets', as: { profile, company: company(dueDate, trial) } });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('only who can pay is told to pay, and a trial of a minute is no warning', () => {
  open('user', inDays(2));
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  open('admin', inDays(3), inDays(3));
  expect(screen.queryByText(/vence/)).toBeNull();
  cleanup();
  open('admin', inDays(1), inDays(1));
  expect(screen.getByText('Sua assinatura vence em 1 dia')).toBeTruthy();
});

test('what is dismissed stays dismissed for the day', async () => {
  open('admin', inDays(2));
  await userEvent.click(screen.getByRole('button', { name: 'Dispensar' }));
  expect(screen.queryByText(/vence/)).toBeNull();
  cleanup();
  open('admin', inDays(2));
  expect(screen.queryByText(/vence/)).toBeNull();
  cleanup();
  localStorage.setItem('dueDismissed', inDays(-1));
  open('admin', inDays(2));
  expect(screen.getByText(/vence/)).toBeTruthy();
});

test('there are never two: the connection that is down comes before the bill', async () => {
  open('admin', inDays(2), null, broken);
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByText('A conexão WhatsApp Campanhas está desconectada.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Dispensar' }));
  expect(screen.getByText(/vence em 2 dias/)).toBeTruthy();
});

test('who bears the name of the company is greeted by it once', () => {
  const api = [stub(connectionsApi.list, () => [aConnection()]), stub(ticketsApi.list, () => ({ tickets: [], count: 0, hasMore: false }))];
  show(<Shell>page</Shell>, { api, path: '/contacts', as: { name: 'Padaria Nova', company: { ...marina.company, name: 'Padaria Nova' } } });
  expect(screen.getByRole('banner').textContent).toContain('Olá, Padaria Nova');
  expect(screen.getByRole('banner').textContent).not.toContain('—');
});
