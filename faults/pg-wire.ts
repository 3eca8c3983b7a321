/** One message of PostgreSQL's protocol: its letter and what follows the length. The first of a client has no letter. */
export type WireMessage = { letter: string; body: Buffer; raw: Buffer };

/** Cuts a stream of bytes into messages, whatever pieces it comes in. */
export function messagesOf(side: 'client' | 'server'): (chunk: Buffer) => WireMessage[] {
  let kept: Buffer = Buffer.alloc(0);
  // A client begins with messages without a letter: a wish for encryption, a cancellation, or the start itself.
  let starting = side === 'client';
  // The answer to a wish for encryption is a bare letter; nobody here wishes for it, so it never comes.
  return (chunk) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const head = starting ? 0 : 1;
      if (kept.length < head + 4) return messages;
      const length = head + kept.readUInt32BE(head);
      if (kept.length < length) return messages;
      const raw = kept.subarray(0, length);
      messages.push({ letter: starting ? '' : String.fromCharCode(raw[0] ?? 0), body: raw.subarray(head + 4), raw });
      kept = kept.subarray(length);
      starting = false;
    }
  };
}

/** Text up to the closing zero. */
const textAt = (body: Buffer, from: number) => body.toString('utf8', from, Math.max(from, body.indexOf(0, from)));

/** `COMMIT` when the server says that a transaction was committed. */
export const completedTag = ({ letter, body }: WireMessage) => (letter === 'C' ? textAt(body, 0) : undefined);
export const isReady = ({ letter }: WireMessage) => letter === 'Z';

/** The name of the prepared statement that a client binds. */
export function boundStatement({ letter, body }: WireMessage): string | undefined {
  return letter === 'B' ? textAt(body, body.indexOf(0) + 1) : undefined;
}
