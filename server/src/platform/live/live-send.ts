import type { Server, Socket } from 'socket.io';
import { crashPoint } from '../crash-points.ts';

const slowSocket = 256;

/** Says the same to all these sockets. It is put into words once, down to the frame on the wire, however many hear it. */
export function sendTo(io: Server, sockets: Socket[], name: string, data: unknown): void {
  const able = sockets.filter(keepsUp).map(({ id }) => id);
  // Without a room a broadcast would go to everybody.
  if (able.length > 0) io.to(able).emit(name, data);
}

/** Disconnects a socket that does not keep up; after reconnecting it catches up. */
function keepsUp(socket: Socket): boolean {
  crashPoint('live.send');
  if (socket.conn.transport.name !== 'websocket' || bufferedPackets(socket) <= slowSocket) return true;
  socket.disconnect(true);
  return false;
}

function bufferedPackets(socket: Socket): number {
  const buffer: unknown = Reflect.get(socket.conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
}
