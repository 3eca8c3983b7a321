import '../../../test/browser.ts';
import { sessionApi } from '@prosa/contracts/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marina, stub, stubApi } from '../../../test/screen.tsx';
import { Toaster } from '../../ui/overlays/Toaster.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { shownNotices } from '../browser/notices.ts';
import { chooseLanguage } from '../language/messages.ts';
import { SessionProvider, useSessionState } from '../session/session.tsx';
import { LiveProvider, useLiveEmit, useLiveStatus } from './live.ts';
import { useSignedInElsewhere } from './signed-in-elsewhere.ts';

type Listener = (...data: unknown[]) => void;

/** The wire: what the browser says, and what is said to it. */
const wire = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  any: (_name: string, _data: unknown): void => undefined,
  said: [] as unknown[][],
}));
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    active: true,
    on: (name: string, listener: Listener) => void wire.listeners.set(name, listener),
    onAny: (listener: typeof wire.any) => {
      wire.any = listener;
    },
    emit: (...said: unknown[]) => void wire.said.push(said),
    close: () => undefined,
  }),
}));
const happens = (name: string, ...data: unknown[]) => act(() => wire.listeners.get(name)?.(...data));
const hears = (name: string, data: unknown) => act(() => wire.any(name, data));

function Page() {
  const { state } = useSessionState();
  return state.status === 'signedIn' ? (
    <LiveProvider key={state.user.id}>
      <Inside />
    </LiveProvider>
  ) : (
    <p>{state.status}</p>
  );
}
function Inside() {
  useSignedInElsewhere();
  const emit = useLiveEmit();
  const join = () => {
    emit('joinTickets', 'open');
    emit('joinTickets', 'pending');
    emit('joinNotification');
    emit('joinChatBox', 12);
  };
  return (
    <button type="button" onClick={join}>
      inside and {useLiveStatus()}
    </button>
  );
}

/** Somebody whose browser restores their session; the live channel stands. */
async function start() {
  stubApi([stub(sessionApi.refresh, () => ({ token: 't', user: marina }))]);
  localStorage.setItem('token', 'old');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <Page />
      </SessionProvider>
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('inside and connecting');
  await vi.waitFor(() => expect(wire.listeners.has('connect')).toBe(true));
  happens('connect');
  happens('ready', { seq: 1 });
  await screen.findByText('inside and online');
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  shownNotices.set([]);
  chooseLanguage('pt');
  wire.listeners.clear();
  wire.said.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('"A login from another computer shows \'Sua conta foi acessada em outro computador.\' and the local storage is …"', async () => {
  await start();
  localStorage.setItem('signOption', 'false');
  hears('company-7-auth', { action: 'update', user: { id: marina.id + 1, email: 'x@y.example', companyId: 7 }, seq: 2 });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(screen.getByText('inside and online')).toBeTruthy();

  hears('company-7-auth', { action: 'update', user: { id: marina.id, email: marina.email, companyId: 7 }, seq: 3 });
  expect(screen.getByText('Sua conta foi acessada em outro computador.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(localStorage.getItem('token')).toBe('t');
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(localStorage.length).toBe(0);
  expect(screen.getByText('signedOut')).toBeTruthy();
  expect(screen.getByText('Sua conta foi acessada em outro computador.')).toBeTruthy();
});

test('"sends a userStatus heartbeat every 5 minutes"', async () => {
  await start();
  const beats = () => wire.said.filter(([name]) => name === 'userStatus').length;
  await act(() => vi.advanceTimersByTimeAsync(295_000));
  expect(beats()).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(beats()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(300_000));
  expect(beats()).toBe(2);
});

test('"The client joins rooms joinTickets(status), joinNotification and joinChatBox(ticketId)", and again after every break', async () => {
  await start();
  wire.said.length = 0;
  fireEvent.click(screen.getByRole('button', { name: 'inside and online' }));
  const joins = [['joinTickets', 'open'], ['joinTickets', 'pending'], ['joinNotification'], ['joinChatBox', 12]];
  expect(wire.said).toEqual(joins);
  wire.said.length = 0;
  happens('disconnect', 'transport close');
  happens('connect');
  expect(wire.said).toEqual(joins);
});
