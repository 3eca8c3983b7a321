import type { Server as HttpServer } from 'node:http';
import { liveCalls, livePing } from '@prosa/contracts/live';
import { Server, type Socket } from 'socket.io';
import type { AccessTokens } from './access-token.ts';
import { crashPoint } from './crash-points.ts';
import { Refusal } from './errors.ts';
import { type Listener, LiveFeeds, listenerOf } from './live-feeds.ts';
import { type Actor, inScope, type Platform, type Scope } from './scope.ts';

export type LiveOptions = {
  platform: Platform;
  tokens: AccessTokens;
  /** The rooms of a person, by their rights of this moment. */
  roomsOf: (actor: Actor) => string[];
  /** Whether a person may follow one conversation. */
  mayFollow: (scope: Scope, ticketId: number) => Promise<boolean>;
};

export type Live = { close(): Promise<void>; io: Server };

const joinsPerWindow = 50;
const windowMilliseconds = 10_000;
const slowSocket = 256;

/** The live channel: each node reads the numbered event rows and tells its own sockets what they may hear. */
export function openLive(server: HttpServer, { platform, tokens, roomsOf, mayFollow }: LiveOptions): Live {
  const io = new Server(server, {
    serveClient: false,
    pingInterval: livePing.interval,
    pingTimeout: livePing.timeout,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: 10_000,
  });
  const feeds = new LiveFeeds(platform, roomsOf, { send, end: (socket: Socket) => socket.disconnect(true) });

  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => next(new Error(error instanceof Refusal ? error.code : 'ERR_UNAVAILABLE')),
    );
  });

  async function admit(socket: Socket): Promise<void> {
    const token: unknown = socket.handshake.auth.token;
    const claims = typeof token === 'string' ? await tokens.verify(token) : undefined;
    if (!claims) throw new Refusal(token ? 'ERR_TOKEN_EXPIRED' : 'ERR_SESSION_EXPIRED');
    // Whether the session still stands; what it may hear is read once the socket has joined.
    await inScope(platform, claims, async () => undefined);
    socket.data.listener = { companyId: claims.companyId, sessionId: claims.sessionId, rooms: new Set() } satisfies Listener;
  }

  io.on('connection', (socket) => {
    answerJoins(socket, (ticketId) => inScope(platform, listenerOf(socket), (scope) => mayFollow(scope, ticketId)));
    socket.on('catchUp', (asked: unknown, reply: unknown) => {
      const { success, data } = liveCalls.catchUp.safeParse(asked);
      if (!success || typeof reply !== 'function') return;
      feeds.catchUp(socket, data.since).then(
        (answer) => reply(answer),
        () => socket.disconnect(true),
      );
    });
    socket.on('disconnect', () => feeds.leave(socket));
    feeds.join(socket).then(
      (seq) => socket.emit('ready', { seq }),
      () => socket.disconnect(true),
    );
  });

  return {
    io,
    async close() {
      feeds.close();
      await io.close();
    },
  };
}

/** A socket that does not keep up is let go: on return it asks for what it missed. */
function send(socket: Socket, name: string, data: unknown): void {
  crashPoint('live.send');
  if (socket.conn.transport.name === 'websocket' && bufferedPackets(socket) > slowSocket) socket.disconnect(true);
  else socket.emit(name, data);
}

function bufferedPackets(socket: Socket): number {
  const buffer: unknown = Reflect.get(socket.conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
}

/** The specification's joins. They are checked and acknowledged; what a socket hears depends on its rights alone. */
function answerJoins(socket: Socket, mayFollow: (ticketId: number) => Promise<boolean>): void {
  let joins = 0;
  let windowEnds = 0;
  const allowed = () => {
    if (Date.now() > windowEnds) [joins, windowEnds] = [0, Date.now() + windowMilliseconds];
    return ++joins <= joinsPerWindow;
  };
  const answer = (reply: unknown, ok: boolean) => {
    if (typeof reply === 'function') reply({ ok });
  };
  socket.on('joinTickets', (status: unknown, reply: unknown) =>
    answer(reply, allowed() && liveCalls.joinTickets.safeParse(status).success),
  );
  socket.on('joinNotification', (reply: unknown) => answer(reply, allowed()));
  socket.on('userStatus', (_status: unknown, reply: unknown) => answer(reply, allowed()));
  socket.on('joinChatBox', (ticketId: unknown, reply: unknown) => {
    const { success, data } = liveCalls.joinChatBox.safeParse(ticketId);
    if (!allowed() || !success) return answer(reply, false);
    mayFollow(data).then(
      (ok) => answer(reply, ok),
      () => answer(reply, false),
    );
  });
}
