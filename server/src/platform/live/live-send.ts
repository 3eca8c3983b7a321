import type { Socket } from 'socket.io';
import { crashPoint } from '../crash-points.ts';

const slowSocket = 256;

/**
 * Says the same to all these sockets. It is put into words once, down to the bytes on the wire, which each of them gets by one write:
 * Socket.IO's own broadcast writes head and body apart.
 */
export function sendTo(sockets: Socket[], name: string, data: unknown): void {
  const able = sockets.filter(keepsUp);
  if (able.length === 0) return;
  const event = `${packets.event}${JSON.stringify([name, data])}`;
  const options = { compress: true, wsPreEncodedFrame: [textFrame(`${packets.message}${event}`)] };
  for (const { conn } of able) conn.write(event, options);
}

/** How an event begins in Socket.IO's protocol, and a message that carries it in Engine.IO's. */
const packets = { event: '2', message: '4' };

/** A whole text in one frame of a WebSocket, as servers send it: unmasked, its length in one, two or eight bytes. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = 0x81;
  frame[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (headerLength === 4) frame.writeUInt16BE(length, 2);
  if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, headerLength);
  return frame;
}

/** Disconnects a socket that does not keep up; after reconnecting it catches up. */
function keepsUp(socket: Socket): boolean {
  crashPoint('live.send');
  if (!socket.connected) return false;
  if (socket.conn.transport.name !== 'websocket' || bufferedPackets(socket) <= slowSocket) return true;
  socket.disconnect(true);
  return false;
}

function bufferedPackets(socket: Socket): number {
  const buffer: unknown = Reflect.get(socket.conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
}
