import { type Holiday, holidayLive, holidaysApi } from '@prosa/contracts/holidays';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { HolidaysSection } from './HolidaysSection.tsx';

afterEach(cleanup);

const year = new Date().getFullYear();
const natal: Holiday = { id: 1, date: `${year}-12-25`, name: 'Natal' };

test('holidays of a year, by date and name: added, refused on a taken date, changed elsewhere, and removed after a question', async () => {
  let holidays = [natal];
  const taken: Holiday = { id: 2, date: `${year}-12-26`, name: 'Ponte' };
  const { sent, hear } = show(<HolidaysSection folded />, {
    as: { profile: 'admin' },
    api: [
      stub(holidaysApi.list, ({ query }) => (query.year === year ? holidays : [])),
      stub(holidaysApi.create, ({ body }) => (body.date === natal.date ? refuse('ERR_HOLIDAY_ALREADY_EXISTS') : taken)),
      stub(holidaysApi.remove, () => ({ message: 'ok' })),
    ],
  });
  // Folded, nothing is asked for before it is opened.
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Ver feriados' }));
  expect(await screen.findByText('Natal')).toBeTruthy();
  expect(screen.getByText(new RegExp(`25/12/${year}`))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar feriado' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Data'), { target: { value: natal.date } });
  await enter(dialog.getByLabelText('Nome'), 'Ponte');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Já existe um feriado nesta data.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Data'), { target: { value: taken.date } });
  holidays = [natal, taken];
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Ponte')).toBeTruthy();
  holidays = [taken];
  hear(holidayLive, { action: 'delete', id: 1 });
  await waitFor(() => expect(screen.queryByText('Natal')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ponte' }));
  holidays = [];
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText(`Nenhum feriado em ${year}.`)).toBeTruthy();
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/holidays/2')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Próximo ano' }));
  expect(await screen.findByText(`Nenhum feriado em ${year + 1}.`)).toBeTruthy();
});
