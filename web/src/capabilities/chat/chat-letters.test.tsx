import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastSent } from '../../../test/requests.ts';
import { marina, show, stub } from '../../../test/screen.tsx';
import type { Stub } from '../../../test/stubs.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../tickets/layout.fixture.ts';
import { Chat } from './Chat.tsx';
import type { FromWorker, ToWorker } from './composer/recorder.ts';
import { aMessage } from './messages/messages.fixture.ts';

const me = { id: marina.id, name: marina.name };
let nextTicket = 1700;
const newTicket = (over: Partial<Ticket> = {}) => aTicket({ id: nextTicket++, userId: me.id, user: me, ...over });

beforeAll(() => {
  giveLayout();
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined });
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(ticket: Ticket, messages: Message[] = [], api: Stub[] = []) {
  return show(<Chat uuid={ticket.uuid} />, {
    api: [
      ...api,
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
      stub(messagesApi.send, ({ body }) => aMessage({ id: 9000, ticketId: ticket.id, fromMe: true, user: me, body: body.body })),
    ],
  });
}
const log = async () => within(await screen.findByRole('log'));
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const bubbleOf = async (words: string) => within((await (await log()).findByText(words)).closest('article') ?? document.body);

describe('a message', () => {
  test.each([
    [1, 'Enviada'],
    [2, 'Entregue'],
    [3, 'Lida'],
    [4, 'Lida'],
    [5, 'Lida'],
  ])('"Message acknowledgement: 1 sent, 2 delivered, 3 read, 4 or 5 read (blue)": %i is «%s»', async (ack, name) => {
    open(newTicket(), [aMessage({ id: 1, fromMe: true, user: me, ack, body: 'Minha' }), aMessage({ id: 2, ack, body: 'Do cliente' })]);
    const tick = (await bubbleOf('Minha')).getByRole('img', { name });
    // Only 4 and 5 are blue.
    expect(tick.dataset.ack).toBe(ack >= 4 ? 'blue' : ack === 3 ? 'read' : ack === 2 ? 'delivered' : 'sent');
    expect((await bubbleOf('Do cliente')).queryByRole('img')).toBeNull();
  });

  test('"single asterisks give bold, tildes give strike-through, …, links open in a new tab"', async () => {
    open(newTicket(), [aMessage({ id: 1, body: '*forte* e ~riscado~ em https://loja.example/p?a=1' })]);
    expect((await (await log()).findByText('forte')).tagName).toBe('STRONG');
    expect((await log()).getByText('riscado').tagName).toBe('S');
    const link = (await log()).getByRole('link', { name: 'https://loja.example/p?a=1' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('href')).toBe('https://loja.example/p?a=1');
  });

  test('"Users can reply to any message (quote)": the customer’s, one’s own and a colleague’s', async () => {
    const ticket = newTicket();
    const bodies = ['Do cliente', 'Minha', 'Do Paulo'];
    open(ticket, [
      aMessage({ id: 1, ticketId: ticket.id, body: 'Do cliente' }),
      aMessage({ id: 2, ticketId: ticket.id, fromMe: true, user: me, body: 'Minha' }),
      aMessage({ id: 3, ticketId: ticket.id, fromMe: true, user: { id: 99, name: 'Paulo' }, body: 'Do Paulo' }),
    ]);
    for (const body of bodies) {
      await userEvent.click(await (await bubbleOf(body)).findByRole('button', { name: 'Ações da mensagem' }));
      await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Responder' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Não responder a esta mensagem' }));
    }
  });
});

test('"older pages load when scrolled within 50 px of the top", and not while one reads at the end', async () => {
  const ticket = newTicket();
  let top = 4200;
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'get').mockImplementation(() => top);
  const page = (pageNumber: number) =>
    aMessage({
      id: 100 - pageNumber,
      ticketId: ticket.id,
      body: `Página ${pageNumber}`,
      createdAt: `2026-11-1${9 - pageNumber}T10:00:00.000Z`,
    });
  const { sent } = open(
    ticket,
    [],
    [
      stub(messagesApi.list, ({ query: { pageNumber } }) => ({
        messages: [page(pageNumber)],
        ticket,
        count: 2,
        hasMore: pageNumber === 1,
        pageNumber,
      })),
    ],
  );
  expect(await (await log()).findByText('Página 1')).toBeTruthy();
  const pages = () =>
    sent.filter(({ path }) => path === `/messages/${ticket.id}`).map(({ query }) => new URLSearchParams(query).get('pageNumber'));
  fireEvent.scroll(screen.getByRole('log'));
  expect(pages()).toEqual(['1']);
  top = 50;
  fireEvent.scroll(screen.getByRole('log'));
  expect(await (await log()).findByText('Página 2')).toBeTruthy();
  expect(pages()).toEqual(['1', '2']);
  vi.restoreAllMocks();
});

describe('the message input', () => {
  test('"multi-line, at most 5 rows": it grows with its text, then scrolls', async () => {
    open(newTicket());
    const area = await field();
    let wanted = 36;
    Object.defineProperty(area, 'scrollHeight', { configurable: true, get: () => wanted });
    const heightAt = async (height: number) => {
      wanted = height;
      await userEvent.type(area, 'x');
      return [area.style.height, area.style.overflowY];
    };
    const [padding, row] = [16, 20];
    expect(await heightAt(padding + row)).toEqual(['36px', 'hidden']);
    expect(await heightAt(padding + 5 * row)).toEqual(['116px', 'hidden']);
    expect(await heightAt(padding + 6 * row)).toEqual(['116px', 'auto']);
    await userEvent.type(area, '{Shift>}{Enter}{/Shift}dois');
    expect(area.value).toBe('xxx\ndois');
  });

  test('"Disabled with a different placeholder unless the ticket is open"', async () => {
    open(newTicket());
    expect([(await field()).disabled, (await field()).placeholder]).toEqual([false, 'Mensagem, ou / para respostas rápidas']);
    for (const status of ['pending', 'closed'] as const) {
      cleanup();
      open(newTicket({ status }));
      expect([(await field()).disabled, (await field()).placeholder]).toEqual([true, 'Para escrever, aceite ou reabra este atendimento.']);
    }
  });
});

/** A microphone whose recordings come out with so many bytes. */
function giveMicrophone(bytes: number): void {
  const track = { stop: () => undefined, addEventListener: () => undefined };
  const media = { getUserMedia: async () => ({ getTracks: () => [track] }) };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: media });
  vi.stubGlobal(
    'AudioContext',
    class {
      sampleRate = 44_100;
      audioWorklet = { addModule: async () => undefined };
      createMediaStreamSource = () => ({ connect: () => undefined });
      resume = async () => undefined;
      close = async () => undefined;
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      port = {};
    },
  );
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: { data: FromWorker }) => void = () => undefined;
      addEventListener = () => undefined;
      terminate = () => undefined;
      postMessage({ kind }: ToWorker) {
        if (kind === 'end') setTimeout(() => this.onmessage({ data: { kind: 'done', mp3: new ArrayBuffer(bytes) } }));
      }
    },
  );
}

describe('"Recording: audio shorter than 10000 bytes is discarded"', () => {
  const recordAndSend = async () => {
    await field();
    await userEvent.click(screen.getByRole('button', { name: 'Gravar áudio' }));
    await screen.findByRole('timer');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await userEvent.click(screen.getByRole('button', { name: 'Enviar áudio' }));
  };

  test('9999 bytes are not sent, and one is told why', async () => {
    giveMicrophone(9_999);
    const { sent } = open(newTicket());
    await recordAndSend();
    expect(await screen.findByText('Áudio muito curto.')).toBeTruthy();
    expect(await field()).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('10000 bytes are sent, as MP3 and as a voice note', async () => {
    giveMicrophone(10_000);
    const { sent } = open(newTicket());
    await recordAndSend();
    await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1));
    const form = lastSent(sent, 'POST')?.body;
    expect(form).toHaveProperty('voice', 'true');
    expect(form).toHaveProperty('medias.type', 'audio/mpeg');
    expect(form).toHaveProperty('medias.size', 10_000);
    expect(form).toHaveProperty('medias.name', expect.stringMatching(/^audio-\d+\.mp3$/));
  });
});
