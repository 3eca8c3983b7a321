import { type OutgoingHttpHeaders, request } from 'node:http';
import { hostileBodies } from './hostile-bodies.ts';

/** A process of its own that posts, so that its time is not that of the server (body-costs.test.ts). */
export type Order = { method: string; url: string; body: string; bytes: number; headers: OutgoingHttpHeaders };
export type Outcome = { status: number | undefined; text: string };

function send({ method, url, body: name, bytes, headers }: Order): Promise<Outcome> {
  const body = hostileBodies.find((each) => each.name === name);
  const content = Buffer.from(body?.make(bytes) ?? '');
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method,
      headers: {
        ...headers,
        ...(body?.type !== undefined && { 'content-type': body.type }),
        ...(body?.isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': content.length }),
      },
    });
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('close', () => resolve({ status: response.statusCode, text }));
      response.on('error', () => resolve({ status: response.statusCode, text }));
    });
    // The server may end the connection while the rest is still being sent.
    outgoing.on('error', () => setTimeout(resolve, 50, { status: undefined, text: '' }));
    outgoing.end(content);
  });
}

process.on('message', (order: Order) => {
  void send(order).then((outcome) => process.send?.(outcome));
});
