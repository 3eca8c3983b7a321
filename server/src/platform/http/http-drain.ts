import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long an incomplete request may take after the shutdown has begun. */
const unfinishedMilliseconds = 2_000;
const sweepInterval = 50;

export type HttpDrain = {
  /**
   * From now on nobody is kept: a connection that waits is closed, one in use when its answer has gone, one that brings a request in
   * drops after two seconds, and every other one when the time is over.
   */
  begin(milliseconds: number, hurry: AbortSignal): void;
  end(): void;
};

/** Tracks the server's connections so that all can be closed. */
export function watchConnections(server: Server): HttpDrain {
  const sockets = new Set<Socket>();
  const busy = new Map<Socket, { request: IncomingMessage; response: ServerResponse }>();
  const timers: NodeJS.Timeout[] = [];
  let draining = false;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      busy.delete(socket);
    });
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    busy.set(socket, { request, response });
    if (draining) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (busy.get(socket)?.response === response) busy.delete(socket);
      // Its head may have promised to stay.
      if (draining) socket.destroySoon();
    });
  });

  const closeUnfinished = () => {
    for (const socket of sockets) if (busy.get(socket)?.request.complete !== true) socket.destroy();
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    begin(milliseconds, hurry) {
      draining = true;
      for (const { response } of busy.values()) response.shouldKeepAlive = false;
      server.closeIdleConnections();
      timers.push(
        setInterval(() => server.closeIdleConnections(), sweepInterval),
        setTimeout(closeUnfinished, Math.min(unfinishedMilliseconds, milliseconds)),
        setTimeout(closeAll, milliseconds),
      );
      if (hurry.aborted) closeAll();
      else hurry.addEventListener('abort', closeAll, { once: true });
    },
    end() {
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
}
