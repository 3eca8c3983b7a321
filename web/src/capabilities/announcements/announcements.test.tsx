import { type Announcement, announcementLive, announcementsApi } from '@prosa/contracts/announcements';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import { shownNotices } from '../../platform/browser/notices.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { AnnouncementsButton } from './AnnouncementsButton.tsx';
import { AnnouncementsPage } from './AnnouncementsPage.tsx';
import { anAnnouncement } from './announcements.fixture.ts';

beforeAll(giveLayout);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const boss = { profile: 'user', super: true } as const;
const list = (...records: Announcement[]) => stub(announcementsApi.list, () => ({ records, count: records.length, hasMore: false }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).selectedOptions[0]?.textContent;
const png = (name = 'aviso.png') => new File(['x'], name, { type: 'image/png' });

// "A list with title, priority and status, with add, edit and delete."
test('the list: title, priority in words, status, and what can be done', async () => {
  const rows = [
    anAnnouncement({ id: 3, title: 'Parada', priority: 1 }),
    anAnnouncement({ id: 2, title: 'Novidade', priority: 2 }),
    anAnnouncement({ id: 1, title: 'Festa', status: false }),
  ];
  const { hear } = show(<AnnouncementsPage />, { as: boss, api: [list(...rows)] });
  const row = async (title: string) => within((await screen.findByText(title)).closest('tr') ?? document.body);
  expect((await row('Parada')).getByText('Alta')).toBeTruthy();
  expect((await row('Novidade')).getByText('Média')).toBeTruthy();
  expect((await row('Festa')).getByText('Baixa')).toBeTruthy();
  expect((await row('Festa')).getByText('Inativo')).toBeTruthy();
  expect((await row('Parada')).getByRole('button', { name: 'Editar Parada' })).toBeTruthy();
  expect((await row('Parada')).getByRole('button', { name: 'Excluir Parada' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Título', 'Prioridade', 'Status', 'Ações']);
  hear(announcementLive, { action: 'create', record: anAnnouncement({ id: 9, title: 'Chegou agora' }) });
  expect(await screen.findByText('Chegou agora')).toBeTruthy();
  hear(announcementLive, { action: 'delete', id: 3 });
  await waitFor(() => expect(screen.queryByText('Parada')).toBeNull());
});

// "title and text required ('Obrigatório')"; "1 Alta, 2 Média, 3 Baixa (default 3). Default status is active."
test('the dialog begins with low priority and active, asks for title and text, and says that it was done, for 3 seconds', async () => {
  const made = anAnnouncement({ id: 7, title: 'Parada', text: 'Às 22h' });
  const { sent } = show(<AnnouncementsPage />, { as: boss, api: [list(), stub(announcementsApi.create, () => made)] });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Novo informativo' }))[0] ?? document.body);
  expect([chosen('Prioridade'), chosen('Status')]).toEqual(['Baixa', 'Ativo']);
  await save();
  expect(await screen.findAllByText('Obrigatório')).toHaveLength(2);
  await enter(field('Título'), 'Parada');
  await enter(field('Texto'), 'Às 22h');
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
  await waitFor(() => expect(shownNotices.get().at(-1)).toMatchObject({ text: 'Operação realizada com sucesso!', milliseconds: 3000 }));
  expect(sent.at(-1)).toMatchObject({
    ...{ method: 'POST', path: '/announcements' },
    body: { title: 'Parada', text: 'Às 22h', priority: 3, status: true },
  });
  expect(await screen.findByText('Parada')).toBeTruthy();
});

// "Image attachments must be .png, .jpg or .jpeg."
test('an image goes out with the form, another kind of file is refused, and one that is there goes after a question', async () => {
  const record = anAnnouncement({ id: 7, title: 'Parada', mediaPath: '1/ab/KEY', mediaName: 'velha.png' });
  const attached = { ...record, mediaName: 'aviso.png' };
  const { sent } = show(<AnnouncementsPage />, {
    as: boss,
    api: [
      list(record),
      stub(announcementsApi.update, () => record),
      stub(announcementsApi.attach, () => attached),
      stub(announcementsApi.detach, () => ({ ...record, mediaPath: null, mediaName: null, message: 'ok' })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Parada' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
  expect(input.accept).toBe('.png,.jpg,.jpeg');
  fireEvent.change(input, { target: { files: [png('foto.gif')] } });
  expect(await screen.findByText('Use uma imagem .png, .jpg ou .jpeg')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remover imagem' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remover imagem' }));
  expect(await screen.findByRole('button', { name: 'Escolher imagem' })).toBeTruthy();
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/announcements/7/media-upload')).toBe(true);
  fireEvent.change(input, { target: { files: [png()] } });
  await save();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/announcements/7/media-upload' }));
  expect(Object(sent.at(-1)?.body).file).toBeInstanceOf(File);
});

test('where the image fails the announcement stands: saving again changes it and makes no second one', async () => {
  let works = false;
  const made = anAnnouncement({ id: 7 });
  const { sent } = show(<AnnouncementsPage />, {
    as: boss,
    api: [
      list(),
      stub(announcementsApi.create, () => made),
      stub(announcementsApi.update, () => made),
      stub(announcementsApi.attach, () => (works ? made : refuse('ERR_UNSUPPORTED_TYPE'))),
    ],
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Novo informativo' }))[0] ?? document.body);
  await enter(field('Título'), 'Parada');
  await enter(field('Texto'), 'Às 22h');
  fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files: [png()] } });
  await save();
  expect(await screen.findByText('Este tipo de arquivo não é aceito.')).toBeTruthy();
  works = true;
  await new Promise((resolve) => setTimeout(resolve, 450));
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /announcements',
    'POST /announcements/7/media-upload',
    'PUT /announcements/7',
    'POST /announcements/7/media-upload',
  ]);
});

test('the top bar: what is unread is counted, arrows go through the list, and reading one takes its mark away', async () => {
  const first = anAnnouncement({ id: 1, title: 'Parada', text: 'Linha um\nLinha dois', priority: 1 });
  const { sent, hear } = show(<AnnouncementsButton />, { api: [list(first, anAnnouncement({ id: 2, title: 'Festa' }))] });
  const button = await screen.findByRole('button', { name: 'Informativos: 2 não lidos' });
  expect(sent[0]?.query).toContain('active=true');
  await userEvent.click(button);
  const items = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('button'));
  expect(items()[0]).toBe(document.activeElement);
  await userEvent.keyboard('{ArrowDown}');
  expect(items()[1]).toBe(document.activeElement);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Parada' }));
  expect(dialog.getByText(/Linha um\s+Linha dois/)).toBeTruthy();
  expect(dialog.getByText('Publicado em 15/11/2026')).toBeTruthy();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Fechar' })[0] ?? document.body);
  expect(await screen.findByRole('button', { name: 'Informativos: 1 não lido' })).toBeTruthy();
  hear(announcementLive, { action: 'create', record: anAnnouncement({ id: 3, title: 'Nova', priority: 2 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Informativos: 2 não lidos' }));
  expect(items().map((item) => item.textContent)).toEqual([
    expect.stringContaining('Parada'),
    expect.stringContaining('Nova'),
    expect.stringContaining('Festa'),
  ]);
  hear(announcementLive, { action: 'update', record: anAnnouncement({ id: 2, status: false }) });
  await waitFor(() => expect(items()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Marcar todos como lidos' }));
  expect(await screen.findByRole('button', { name: 'Informativos' })).toBeTruthy();
});

test('nothing to tell: «Nenhum informativo»', async () => {
  show(<AnnouncementsButton />, { api: [list()] });
  await userEvent.click(await screen.findByRole('button', { name: 'Informativos' }));
  expect(await screen.findByText('Nenhum informativo')).toBeTruthy();
});
