import type { Server as HttpServer } from 'node:http';
import { liveCalls, livePing } from '@prosa/contracts/live';
import { Server, type Socket } from 'socket.io';
import type { Actor, Platform } from '../database/scope.ts';
import { Refusal } from '../errors.ts';
import type { AccessTokens } from '../http/access-token.ts';
import type { BillingTokens } from '../http/billing-token.ts';
import { clientAddress, type IsTrusted, sourceOf } from '../http/trusted-proxy.ts';
import { resumeContext } from '../work-context.ts';
import { openAdmission } from './live-admission.ts';
import { CatchUps } from './live-catch-up.ts';
import { LiveFeeds, listenerOf } from './live-feeds.ts';
import { dropSocket, type LiveLimits, limitEvents, liveLimits, SocketCounts } from './live-limits.ts';
import { isOriginAllowed } from './live-origin.ts';
import { sendTo } from './live-send.ts';
import { type AnnounceUser, Presence } from './presence.ts';
import type { SubjectOf } from './shut-out.ts';
import { textParser } from './text-parser.ts';

export type LiveOptions = {
  platform: Platform;
  tokens: AccessTokens;
  billing?: BillingTokens;
  /** The rooms of a person, by their rights of this moment. */
  roomsOf: (actor: Actor) => string[];
  /** What people can be shut out of, by its events. */
  subjectOf?: SubjectOf;
  /** Names this process among the nodes. */
  node: string;
  announceUser: AnnounceUser;
  /** What capabilities add to the channel. */
  parts?: OpenLivePart[];
  isTrusted: IsTrusted;
  publicUrl?: string | undefined;
  limits?: LiveLimits;
};

/** What a capability adds: it answers what sockets say, and may tell single sockets what is no event. */
export type LivePart = { connected(socket: Socket): void; disconnected(socket: Socket): void; close(): Promise<void> };
export type Send = (socket: Socket, name: string, data: unknown) => void;
export type OpenLivePart = (live: { platform: Platform; node: string; send: Send }) => LivePart;

export type Live = { close(): Promise<void>; io: Server };

/** The live channel: each node reads the numbered event rows and tells its own sockets what they may hear. */
export function openLive(server: HttpServer, options: LiveOptions): Live {
  const { platform, node, roomsOf, subjectOf = () => undefined, limits = liveLimits } = options;
  const io = new Server(server, {
    serveClient: false,
    pingInterval: livePing.interval,
    pingTimeout: livePing.timeout,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: 10_000,
    parser: textParser,
    allowRequest: ({ headers, socket }, answer) => {
      const isProxied = options.isTrusted(socket.remoteAddress ?? '', 0);
      answer(null, isOriginAllowed({ headers, isProxied }, options.publicUrl));
    },
  });
  const end = (socket: Socket) => socket.disconnect(true);
  const feeds = new LiveFeeds(platform, roomsOf, { end, send: sendTo }, subjectOf);
  const catchUps = new CatchUps(platform, subjectOf);
  const counts = new SocketCounts(limits);
  const admit = openAdmission(options, counts);
  const presence = new Presence(platform, node, options.announceUser);
  const parts = (options.parts ?? []).map((open) => open({ platform, node, send: (socket, ...told) => sendTo([socket], ...told) }));

  io.engine.on('connection', (connection) => {
    if (!counts.admitAddress(sourceOf(clientAddress(connection.request, options.isTrusted)), connection)) connection.close(true);
  });
  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => next(new Error(error instanceof Refusal ? error.code : 'ERR_UNAVAILABLE')),
    );
  });

  io.on('connection', (socket) => {
    const { companyId, userId, expires } = listenerOf(socket);
    limitEvents(socket, limits);
    socket.on('disconnect', () => feeds.leave(socket));
    // Who only pays is seen by nobody, and follows nothing.
    if (expires === undefined) {
      for (const part of parts) part.connected(socket);
      presence.arrive(companyId, userId);
      socket.on('disconnect', () => {
        for (const part of parts) part.disconnected(socket);
        presence.leave(companyId, userId);
      });
    }
    answerCatchUps(socket, catchUps, joinFeed(feeds, socket));
  });

  return {
    io,
    async close() {
      feeds.close();
      await io.close();
      await Promise.all([...parts.map((part) => part.close()), presence.close()]);
    },
  };
}

function joinFeed(feeds: LiveFeeds, socket: Socket): Promise<number> {
  const joined = feeds.join(socket);
  joined.then(
    (seq) => socket.emit('ready', { seq }),
    () => socket.disconnect(true),
  );
  return joined;
}

/** What is missing is looked for once the socket has joined: before, it may hear nothing yet, and would be told that nothing happened. */
function answerCatchUps(socket: Socket, catchUps: CatchUps, joined: Promise<unknown>): void {
  socket.on('catchUp', (asked: unknown, reply: unknown) => {
    const { success, data } = liveCalls.catchUp.safeParse(asked);
    if (!success || typeof reply !== 'function') return;
    const { companyId, userId } = listenerOf(socket);
    const answer = () => catchUps.answer(socket, data.since, (caughtUp) => reply(caughtUp));
    resumeContext({ work: 'catch-up', companyId, userId }, () => joined.then(answer)).catch((error: unknown) => {
      if (error instanceof Refusal) dropSocket(socket);
      else socket.disconnect(true);
    });
  });
}
