import { type Help, helpLive, helpsApi } from '@prosa/contracts/helps';
import { settingsApi } from '@prosa/contracts/settings';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { HelpsPage } from './HelpsPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const code = 'dQw4w9WgXcQ';
const aHelp = (over: Partial<Help> = {}): Help => ({ id: 1, title: 'Primeiros passos', description: 'Como entrar', video: code, ...over });
const all = (...helps: Help[]) => stub(helpsApi.everyone, () => helps);
const page = (...records: Help[]) => stub(helpsApi.list, () => ({ records, count: records.length, hasMore: false }));
const frame = () => document.querySelector('iframe');

// "A list of help videos with title and description."
test('the page: videos with title and description, found by title, live', async () => {
  const { hear } = show(<HelpsPage />, { api: [all(aHelp(), aHelp({ id: 2, title: 'Relatórios' }))] });
  expect(await screen.findByText('Primeiros passos')).toBeTruthy();
  expect(screen.getAllByText('Como entrar')).toHaveLength(2);
  await enter(screen.getByRole('searchbox'), 'relatorios');
  await waitFor(() => expect(screen.queryByText('Primeiros passos')).toBeNull());
  expect(screen.getByText('Relatórios')).toBeTruthy();
  hear(helpLive, { action: 'delete', id: 2 });
  expect(await screen.findByText('Nada encontrado para "relatorios"')).toBeTruthy();
  // The field has one of its own.
  await userEvent.click(screen.getByText('Limpar busca'));
  expect(await screen.findByText('Primeiros passos')).toBeTruthy();
});

test('nothing comes from outside before somebody opens a video; then one frame, of the host without cookies', async () => {
  show(<HelpsPage />, { api: [all(aHelp())] });
  await screen.findByText('Primeiros passos');
  expect(document.body.innerHTML).not.toMatch(/(src|href)="https?:/);
  await userEvent.click(screen.getByRole('button', { name: /Primeiros passos/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Primeiros passos' }));
  expect(frame()?.getAttribute('src')).toMatch(new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${code}\\?`));
  expect(frame()?.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  const link = dialog.getByRole('link', { name: 'Abrir no YouTube' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([`https://www.youtube.com/watch?v=${code}`, 'noopener noreferrer']);
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }));
  expect(frame()).toBeNull();
});

test('what is no code of a video is never put into an address', async () => {
  show(<HelpsPage />, { api: [all(aHelp({ video: '"><script>' }))] });
  await userEvent.click(await screen.findByRole('button', { name: /Primeiros passos/ }));
  expect(await screen.findByText('Não foi possível carregar o vídeo')).toBeTruthy();
  expect(frame()).toBeNull();
});

test('none yet: «Nenhum vídeo de ajuda disponível.»; a list that fails says so', async () => {
  show(<HelpsPage />, { api: [all()] });
  expect(await screen.findByText('Nenhum vídeo de ajuda disponível.')).toBeTruthy();
  cleanup();
  show(<HelpsPage />, { api: [stub(helpsApi.everyone, () => refuse('ERR_INTERNAL'))] });
  expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
});

// "Ajuda: help entries (title, description, video code)"; "Empresas, Planos and Ajuda (super-admin only)".
test('the tab Ajuda is for super users of any profile, and takes the address of a video as well as its code', async () => {
  const made = aHelp({ id: 5, title: 'Novo' });
  let works = false;
  const api = [page(), stub(settingsApi.list, () => []), stub(helpsApi.create, () => (works ? made : refuse('ERR_INTERNAL')))];
  show(<SettingsPage />, { as: { profile: 'admin' }, api });
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Opções']);
  cleanup();
  const { sent } = show(<SettingsPage />, { as: { profile: 'user', super: true }, api, path: '/settings?tab=helps' });
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toContain('Ajuda');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar vídeo' }))[0] ?? document.body);
  await enter(screen.getByLabelText('Título'), 'Novo');
  const video = screen.getByLabelText('Código do vídeo');
  await enter(video, 'https://evil.example/x');
  fireEvent.blur(video);
  expect(await screen.findByText('Isto não é o código nem o endereço de um vídeo do YouTube.')).toBeTruthy();
  await userEvent.clear(video);
  await enter(video, `https://youtu.be/${code}`);
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  // "Generic save failure: 'Não foi possível realizar a operação', with hints to check for a duplicate name".
  expect(await screen.findByText(/^Não foi possível realizar a operação\. Confira se já existe um registro/)).toBeTruthy();
  works = true;
  await new Promise((resolve) => setTimeout(resolve, 450));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/helps', body: { title: 'Novo', video: code } });
});
