import type { Server as HttpServer } from 'node:http';
import { liveCalls, livePing } from '@prosa/contracts/live';
import { Server, type Socket } from 'socket.io';
import { TicketPresences, type TicketRooms } from '../../capabilities/ticket-presence/ticket-presence.ts';
import { type Actor, inScope, type Platform, type Scope } from '../database/scope.ts';
import { Refusal } from '../errors.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { clientAddress, type IsTrusted, sourceOf } from '../http/trusted-proxy.ts';
import { resumeContext } from '../work-context.ts';
import { CatchUps } from './live-catch-up.ts';
import { type Listener, LiveFeeds, listenerOf } from './live-feeds.ts';
import { dropSocket, type LiveLimits, limitEvents, liveLimits, SocketCounts } from './live-limits.ts';
import { sendTo } from './live-send.ts';
import { type AnnounceUser, Presence } from './presence.ts';

export type LiveOptions = {
  platform: Platform;
  tokens: AccessTokens;
  /** The rooms of a person, by their rights of this moment. */
  roomsOf: (actor: Actor) => string[];
  /** Whether a person may follow one conversation. */
  mayFollow: (scope: Scope, ticketId: number) => Promise<boolean>;
  /** Names this process among the nodes. */
  node: string;
  announceUser: AnnounceUser;
  ticketRooms: TicketRooms;
  isTrusted: IsTrusted;
  limits?: LiveLimits;
};

export type Live = { close(): Promise<void>; io: Server };

const joinsPerWindow = 50;
const windowMilliseconds = 10_000;

/** The live channel: each node reads the numbered event rows and tells its own sockets what they may hear. */
export function openLive(server: HttpServer, options: LiveOptions): Live {
  const { platform, tokens, roomsOf, mayFollow, limits = liveLimits } = options;
  const io = new Server(server, {
    serveClient: false,
    pingInterval: livePing.interval,
    pingTimeout: livePing.timeout,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: 10_000,
  });
  const feeds = new LiveFeeds(platform, roomsOf, {
    send: (...told) => sendTo(io, ...told),
    end: (socket: Socket) => socket.disconnect(true),
  });
  const catchUps = new CatchUps(platform);
  const counts = new SocketCounts(limits);
  const presence = new Presence(platform, options.node, options.announceUser);
  const tickets = new TicketPresences(platform, options.node, options.ticketRooms, (socket, ...told) => sendTo(io, [socket], ...told));

  io.engine.on('connection', (connection) => {
    if (!counts.admitAddress(sourceOf(clientAddress(connection.request, options.isTrusted)), connection)) connection.close(true);
  });
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
    counts.admitPerson(claims.userId, socket);
    // Whether the session still stands; what it may hear is read once the socket has joined.
    await inScope(platform, claims, async () => undefined);
    const { companyId, userId, sessionId } = claims;
    socket.data.listener = { companyId, userId, sessionId, rooms: new Set() } satisfies Listener;
  }

  io.on('connection', (socket) => {
    const { companyId, userId } = listenerOf(socket);
    limitEvents(socket, limits);
    answerJoins(socket, tickets, (ticketId) => inScope(platform, listenerOf(socket), (scope) => mayFollow(scope, ticketId)));
    answerCatchUps(socket, catchUps);
    presence.arrive(companyId, userId);
    socket.on('disconnect', () => {
      feeds.leave(socket);
      tickets.gone(socket);
      presence.leave(companyId, userId);
    });
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
      await Promise.all([tickets.close(), presence.close()]);
    },
  };
}

function answerCatchUps(socket: Socket, catchUps: CatchUps): void {
  socket.on('catchUp', (asked: unknown, reply: unknown) => {
    const { success, data } = liveCalls.catchUp.safeParse(asked);
    if (!success || typeof reply !== 'function') return;
    const { companyId, userId } = listenerOf(socket);
    resumeContext({ work: 'catch-up', companyId, userId }, () => catchUps.answer(socket, data.since, (answer) => reply(answer))).catch(
      (error: unknown) => {
        if (error instanceof Refusal) dropSocket(socket);
        else socket.disconnect(true);
      },
    );
  });
}

/** The specification's joins. They are checked and acknowledged; what a socket hears of events depends on its rights alone. */
function answerJoins(socket: Socket, tickets: TicketPresences, mayFollow: (ticketId: number) => Promise<boolean>): void {
  let joins = 0;
  let windowEnds = 0;
  const allowed = () => {
    if (Date.now() > windowEnds) [joins, windowEnds] = [0, Date.now() + windowMilliseconds];
    return ++joins <= joinsPerWindow;
  };
  const answer = (reply: unknown, ok: boolean) => {
    if (typeof reply === 'function') reply({ ok });
  };
  socket.on('joinTickets', (...said: unknown[]) => answer(said.at(-1), allowed() && liveCalls.joinTickets.safeParse(said[0]).success));
  socket.on('joinNotification', (...said: unknown[]) => answer(said.at(-1), allowed()));
  // The socket itself says that somebody is there; the specification's heartbeat is heard and acknowledged, whatever comes with it.
  socket.on('userStatus', (...said: unknown[]) => answer(said.at(-1), allowed()));
  socket.on('joinChatBox', (ticketId: unknown, reply: unknown) => {
    const { success, data } = liveCalls.joinChatBox.safeParse(ticketId);
    if (!allowed() || !success) return answer(reply, false);
    mayFollow(data).then(
      (ok) => {
        if (ok) tickets.look(socket, data);
        answer(reply, ok);
      },
      () => answer(reply, false),
    );
  });
  socket.on('leaveChatBox', (ticketId: unknown, reply: unknown) => {
    const { success, data } = liveCalls.leaveChatBox.safeParse(ticketId);
    if (success) tickets.leave(socket, data);
    answer(reply, success);
  });
  socket.on('typing', (said: unknown, reply: unknown) => {
    const { success, data } = liveCalls.typing.safeParse(said);
    const ok = allowed() && success;
    if (ok) tickets.type(socket, data.ticketId, data.recording);
    answer(reply, ok);
  });
}
