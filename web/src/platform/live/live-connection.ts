import { CaughtUp, Head } from '@prosa/contracts/live';
import type { TicketStatus } from '@prosa/contracts/tickets';
import type { Socket } from 'socket.io-client';
import { refreshSession } from '../api/refresh.ts';
import { accessToken } from '../api/token.ts';
import { createStore, type Store } from '../browser/store.ts';
import { LiveFeed } from './live-feed.ts';

export type LiveStatus = 'connecting' | 'online' | 'offline';
/** Calls that a screen may emit; see `liveCalls` of the contract. */
export type LiveEmit = (
  ...said:
    | ['joinTickets', TicketStatus]
    | ['joinNotification']
    | ['joinChatBox' | 'leaveChatBox', number]
    | ['typing', { ticketId: number; recording: boolean }]
    | ['userStatus']
) => void;
export type LiveConnection = { feed: Pick<LiveFeed, 'listen'>; status: Store<LiveStatus>; emit: LiveEmit };

type Join = { name: string; payload: unknown };

const heartbeat = 300_000;
const answerWithin = 10_000;
const readyWithin = 2000;
const retryAfter = [1000, 2000, 5000, 10_000] as const;

/** Keep one socket open for as long as the session lasts, and its events in order. */
export function openLiveConnection(reload: () => void): LiveConnection & { close: () => void } {
  const status = createStore<LiveStatus>('connecting');
  const joins = new Map<string, Join>();
  let socket: Socket | undefined;
  const life = { closed: false };
  const feed = new LiveFeed({
    reload,
    ask: async (since) => CaughtUp.parse(await socket?.timeout(answerWithin).emitWithAck('catchUp', { since })),
  });

  // Loaded apart: the login page needs no socket.
  void import('socket.io-client').then(({ io }) => {
    if (life.closed) return;
    socket = io({ transports: ['websocket'], auth: (give) => give({ token: accessToken.get() }), reconnectionDelayMax: 10_000 });
    handleEvents(socket, feed, status, joins, life);
  });
  const beat = setInterval(() => socket?.emit('userStatus'), heartbeat);
  const offNetwork = watchNetwork(status, () => socket);

  return {
    feed,
    status,
    emit(name, payload?: Parameters<LiveEmit>[1]) {
      // Rooms are forgotten with the socket, so joins are said again after every reconnection; of the chats, only the last.
      if (name.startsWith('join')) joins.set(name === 'joinTickets' ? `${name}:${JSON.stringify(payload)}` : name, { name, payload });
      if (name === 'leaveChatBox' && joins.get('joinChatBox')?.payload === payload) joins.delete('joinChatBox');
      if (socket?.connected) emitCall(socket, name, payload);
    },
    close() {
      life.closed = true;
      clearInterval(beat);
      offNetwork();
      socket?.close();
    },
  };
}

function emitCall(socket: Socket, name: string, payload: unknown): void {
  if (payload === undefined) socket.emit(name);
  else socket.emit(name, payload);
}

function handleEvents(
  socket: Socket,
  feed: LiveFeed,
  status: Store<LiveStatus>,
  joins: Map<string, Join>,
  life: { closed: boolean },
): void {
  let readyTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  socket.on('connect', () => {
    failures = 0;
    for (const { name, payload } of joins.values()) emitCall(socket, name, payload);
    // Should `ready` not come, being connected must do.
    readyTimer = setTimeout(() => void feed.ready(undefined), readyWithin);
    status.set('online');
  });
  socket.on('ready', (data: unknown) => {
    clearTimeout(readyTimer);
    void feed.ready(Head.safeParse(data).data?.seq);
  });
  socket.on('head', (data: unknown) => void feed.head(Head.safeParse(data).data?.seq ?? 0));
  socket.onAny((name: string, data: unknown) => {
    if (name.startsWith('company-') || name === 'ticketPresence') feed.push(name, data);
  });
  const reconnect = () => {
    const wait = retryAfter[Math.min(failures, retryAfter.length - 1)] ?? 1000;
    failures += 1;
    setTimeout(() => {
      // Meanwhile the person may have gone.
      if (!life.closed) void renewAndConnect(socket);
    }, wait);
  };
  socket.on('disconnect', (reason) => {
    clearTimeout(readyTimer);
    feed.lost();
    status.set('offline');
    // The client gives up by itself when the server closed the socket; its token may have run out.
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', () => {
    status.set('offline');
    if (!socket.active) reconnect();
  });
}

async function renewAndConnect(socket: Socket): Promise<void> {
  // A refused token ends the session there; an unreachable server is tried again by the socket itself.
  await refreshSession(accessToken.get()).catch(() => undefined);
  if (accessToken.get() !== undefined) socket.connect();
}

/** The browser knows of a pulled cable long before a ping is missed. */
function watchNetwork(status: Store<LiveStatus>, socket: () => Socket | undefined): () => void {
  const lost = () => status.set('offline');
  // A new way begins at once: an old one may be dead without knowing, and a try under way or to come may take long to fail.
  const found = () => void socket()?.disconnect().connect();
  window.addEventListener('offline', lost);
  window.addEventListener('online', found);
  return () => {
    window.removeEventListener('offline', lost);
    window.removeEventListener('online', found);
  };
}
