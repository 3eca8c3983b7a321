import { ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marina, show, stub } from '../../../test/screen.tsx';
import { dismissNotice, shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from './layout.fixture.ts';
import { TicketsPage } from './TicketsPage.tsx';
import { ana, around, joao, puts, rita, ticketsAre, vendas } from './tickets.scene.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of shownNotices.get()) dismissNotice(id);
});

const tabs = () => within(screen.getByRole('tablist', { name: 'Lista ou conversa' }));
const chosenTab = () => tabs().getByRole('tab', { selected: true }).textContent;
const choose = (name: string) => userEvent.click(tabs().getByRole('tab', { name }));

test('"Narrow screens: two tabs, Ticket and Atendimentos": each leads to its half, and back to the ticket one was at', async () => {
  const { visited } = show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao]), ...around()] });
  await screen.findByText('Ana');
  expect(
    tabs()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ticket', 'Atendimentos']);
  expect(chosenTab()).toBe('Atendimentos');
  await choose('Ticket');
  expect(chosenTab()).toBe('Ticket');
  await userEvent.click(screen.getByRole('button', { name: 'Selecionar atendimento' }));
  expect(chosenTab()).toBe('Atendimentos');

  await userEvent.click(screen.getByRole('link', { name: /João/ }));
  expect(chosenTab()).toBe('Ticket');
  await choose('Atendimentos');
  expect(visited.at(-1)).toBe('/tickets');
  await choose('Ticket');
  expect(visited.at(-1)).toBe(`/tickets/${joao.uuid}`);
});

test('"Resolve …; then return to the list and clear the current ticket": the tab Ticket does not lead back to it', async () => {
  const { visited, sent } = show(<TicketsPage />, { path: `/tickets/${ana.uuid}`, api: [ticketsAre([ana, joao]), ...around()] });
  const conversation = await screen.findByRole('region', { name: 'Conversa com Ana' });
  await userEvent.click(within(conversation).getByRole('button', { name: 'Resolver' }));
  await waitFor(() => expect(puts(sent)).toHaveLength(1));
  expect(visited.at(-1)).toBe('/tickets');
  expect(screen.getByText('Selecione um atendimento')).toBeTruthy();
  await choose('Ticket');
  expect(visited.at(-1)).toBe('/tickets');
  expect(chosenTab()).toBe('Ticket');

  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(visited.at(-1)).toBe(`/tickets/${ana.uuid}`));
  await choose('Atendimentos');
  await choose('Ticket');
  expect(visited.at(-1)).toBe(`/tickets/${ana.uuid}`);
});

test('"A forbidden or deleted ticket goes to /tickets", and is no longer the current one', async () => {
  const { visited } = show(<TicketsPage />, {
    as: { profile: 'admin' },
    path: `/tickets/${ana.uuid}`,
    api: [stub(ticketsApi.remove, () => ({ message: 'ok' })), ticketsAre([ana, joao]), ...around()],
  });
  const conversation = within(await screen.findByRole('region', { name: 'Conversa com Ana' }));
  await userEvent.click(conversation.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Excluir atendimento' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Ticket deleted sucessfully.')).toBeTruthy();
  await choose('Ticket');
  expect(visited.at(-1)).toBe('/tickets');
  expect(chosenTab()).toBe('Ticket');
});

test('"Resolve (sends status closed, userId, queueId)", each with its own queue also when they are many', async () => {
  const inVendas = { ...ana, queueId: vendas.id, queue: vendas };
  const { sent } = show(<TicketsPage />, { path: '/tickets', as: { queues: [vendas] }, api: [ticketsAre([inVendas, joao]), ...around()] });
  await screen.findByText('Ana');
  await userEvent.keyboard('jxjx');
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
  await waitFor(() => expect(puts(sent)).toHaveLength(2));
  expect(puts(sent)).toEqual([
    { path: '/tickets/1', body: { status: 'closed', userId: marina.id, queueId: vendas.id } },
    { path: '/tickets/2', body: { status: 'closed', userId: marina.id, queueId: null } },
  ]);
});

test('"Each list shows a title and message when empty"', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([]), ...around()] });
  const said = async (title: string, message: string) => {
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  };
  await said('Nenhum atendimento em andamento', 'Pegue o próximo na fila de espera.');
  await userEvent.click(screen.getByRole('tab', { name: /Aguardando/ }));
  await said('Tudo em dia!', 'Nenhum cliente aguardando.');
  await userEvent.click(screen.getByRole('tab', { name: 'Resolvidos' }));
  await said('Nenhum atendimento resolvido nestas filas.', 'Os atendimentos resolvidos aparecem aqui.');
  await userEvent.click(screen.getByRole('tab', { name: 'Busca' }));
  await said('Nenhum registro', 'Os atendimentos que você pode ver aparecem aqui.');
  await userEvent.type(screen.getByRole('searchbox'), 'xyz');
  await said('Nada encontrado para "xyz"', 'Tente outras palavras ou menos filtros.');
});

test('"The open tab has sub-tabs assigned (open) and pending, each with a count badge", and the other tabs have none', async () => {
  show(<TicketsPage />, { path: '/tickets', api: [ticketsAre([ana, joao, rita]), ...around()] });
  await screen.findByText('Ana');
  const lists = within(screen.getByRole('region', { name: 'Atendimentos' }));
  const names = () => lists.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Abertos', 'Resolvidos', 'Busca', 'Atendendo2', 'Aguardando1']);
  await userEvent.click(screen.getByRole('tab', { name: 'Resolvidos' }));
  expect(names()).toEqual(['Abertos', 'Resolvidos', 'Busca']);
});
