import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';
import { JsonText } from '../http/json-text.ts';

/**
 * Socket.IO's own words, except for an answer that is JSON already: it goes out as it is. Socket.IO would look for binary parts in all of
 * it and put it into words once more, which stops the process for as long as a long one takes.
 */
class TextEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const said: unknown = packet.type === PacketType.ACK ? packet.data?.[0] : undefined;
    return said instanceof JsonText ? [`${packet.type}${packet.id}[${said.text}]`] : super.encode(packet);
  }
}

export const textParser = { Encoder: TextEncoder, Decoder };
