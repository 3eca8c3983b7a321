import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { id: string; event: string; at: string; data: Record<string, unknown> };
type Answer = (response: http.ServerResponse, received: Received) => void;

/** A company's own server, which is told by webhooks. It answers as it is told to, and checks what it gets as its documentation says. */
export async function openReceiver(secret: string) {
  const received: Received[] = [];
  const faults: string[] = [];
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const told = JSON.parse(text) as Received;
      const { 'x-prosa-signature': signature, 'x-prosa-event': event, 'x-prosa-delivery': delivery } = request.headers;
      const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
      if (createHmac('sha256', secret).update(`${t}.${text}`).digest('hex') !== v1) faults.push('signature');
      if (event !== told.event || delivery !== told.id) faults.push('headers');
      received.push(told);
      answer(response, told);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    faults,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** As OUTBOUND_ALLOW names it. */
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next: Answer) => {
      answer = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
