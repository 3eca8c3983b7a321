import { connectionsApi } from '@prosa/contracts/connections';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketsApi } from '@prosa/contracts/tickets';
import { type Transcript, type TranscriptLine, transcriptsApi } from '@prosa/contracts/transcripts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { marina, refuse, show, stub } from '../../../../test/screen.tsx';
import { commandsNow } from '../../../platform/browser/commands.ts';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { TranscriptPage } from './TranscriptPage.tsx';

beforeAll(giveLayout);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ticket = aTicket({ id: 8001, userId: marina.id, user: { id: marina.id, name: marina.name } });
const path = `/tickets/${ticket.uuid}/transcript`;
const line = (id: number, over: Partial<TranscriptLine> = {}): TranscriptLine => ({
  id,
  at: new Date(Date.UTC(2026, 10, 17, 13, id)).toISOString(),
  fromMe: false,
  origin: 'customer',
  name: 'Ana',
  body: `Linha ${id}`,
  mediaType: null,
  fileName: null,
  data: null,
  isDeleted: false,
  isEdited: false,
  isFailed: false,
  ...over,
});
const page = (lines: TranscriptLine[], next: string | null = null): Transcript => ({
  company: 'Loja Aurora',
  timeZone: 'America/Sao_Paulo',
  contact: { name: 'Ana', number: '5511987654321' },
  ticketId: ticket.id,
  protocol: '202611170001',
  status: 'open',
  queue: 'Vendas',
  connection: 'Principal',
  user: 'Marina',
  openedAt: '2026-11-17T13:00:00.000Z',
  closedAt: null,
  count: 4,
  lines,
  next,
});
const note = {
  id: 1,
  note: 'cliente antigo',
  ticketId: ticket.id,
  contactId: ticket.contactId,
  userId: 3,
  user: { id: 3, name: 'Marina' },
};

function open(read: (after: string | undefined) => Transcript) {
  const asked: Array<string | undefined> = [];
  const view = show(
    <Route path="/tickets/:uuid/transcript">
      <TranscriptPage />
    </Route>,
    {
      path,
      api: [
        stub(ticketsApi.showByUuid, () => ticket),
        stub(ticketNotesApi.list, () => [
          { ...note, createdAt: '2026-11-17T13:02:30.000Z' },
          { ...note, id: 2, ticketId: 9, note: 'de outro atendimento', createdAt: '2026-11-17T13:02:40.000Z' },
        ]),
        stub(transcriptsApi.read, ({ query }) => {
          asked.push(query.after);
          return read(query.after);
        }),
      ],
    },
  );
  return { ...view, asked };
}
const html = '<img src=x onerror=alert(1)>';
const both = (after: string | undefined) => (after ? page([line(3), line(4, { body: html })]) : page([line(1), line(2)], '1.2'));

/** What was saved, as it would lie on the disk. */
function catchFile() {
  const saved: Array<{ name: string; blob: Blob }> = [];
  let blob = new Blob();
  URL.createObjectURL = vi.fn((given: Blob) => {
    blob = given;
    return 'blob:x';
  });
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
  return saved;
}

test('the whole ticket is shown, page after page, with its head; printing waits until all is there', async () => {
  const { asked } = open(both);
  const sheet = within(await screen.findByRole('article', { name: 'Transcrição do atendimento' }));
  expect(await sheet.findByText(html)).toBeTruthy();
  expect(document.querySelector('article img')).toBeNull();
  expect(asked).toEqual([undefined, '1.2']);
  for (const fact of ['Loja Aurora', 'Ana · +55 (11) 98765-4321', '202611170001', 'Marina', 'Vendas'])
    expect(sheet.getByText(fact)).toBeTruthy();
  expect(sheet.getByText('São Paulo (GMT-3)')).toBeTruthy();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const button = screen.getByRole('button', { name: 'Imprimir' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  expect(print).toHaveBeenCalledOnce();
});

test('internal notes are there only when they are asked for, on paper and in the file', async () => {
  const saved = catchFile();
  open(both);
  await screen.findByText(html);
  expect(screen.queryByText('cliente antigo')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(saved[0]?.name).toBe('transcricao-202611170001.txt');
  const first = await saved[0]!.blob.text();
  expect(first).toContain(`Ana: ${html}`);
  expect(first).not.toContain('cliente antigo');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Incluir observações internas' }));
  expect(await screen.findByText('cliente antigo')).toBeTruthy();
  expect(screen.queryByText('de outro atendimento')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await saved[1]!.blob.text()).toMatch(/Linha 2\r\n.*Marina \(Observação interna\): cliente antigo\r\n.*Linha 3/);
});

test('a page that does not come is said, and asked for again', async () => {
  let works = false;
  open((after) => (after && !works ? refuse('ERR_UNAVAILABLE') : both(after)));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByText('Linha 1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Imprimir' })).toHaveProperty('disabled', true);
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText(html)).toBeTruthy();
});

test('the menu of the conversation and the palette lead to it', async () => {
  const { visited, navigate } = show(<Chat uuid={ticket.uuid} />, {
    path: `/tickets/${ticket.uuid}`,
    api: [
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages: [], ticket, count: 0, hasMore: false, pageNumber: 1 })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transcrição' }));
  expect(visited.at(-1)).toBe(path);
  navigate(`/tickets/${ticket.uuid}`);
  commandsNow()
    .find(({ label }) => label === 'Transcrição')
    ?.run();
  await waitFor(() => expect(visited.at(-1)).toBe(path));
});
