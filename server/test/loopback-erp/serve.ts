import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stand-ins of billing systems on loopback, with what real ones do: errors that look like success, pages of HTML, and no answer at all. */

export type Answer = { status?: number; type?: string; body: string | Buffer | object };
export type Asked = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };
type Weather = {
  /** How long each answer takes. */
  delay: number;
  /** Every answer waits for this. */
  until: Promise<void> | undefined;
  /** Nothing is answered; the connection stays. */
  hangs: boolean;
  /** Every answer is this one. */
  always: Answer | undefined;
  /** Where it is so only for some: those paths. */
  only: RegExp | undefined;
  redirectsTo: string | undefined;
  /** So many bytes are sent for every answer, of no announced length. */
  floods: number;
  /** So many of the next connections break off before an answer. */
  breaksNext: number;
};

/** Somebody with bills, as every one of the systems knows them in its own words. */
export type Debtor = {
  document: string;
  name: string;
  phone: string;
  email?: string;
  /** `1990-02-01`. */
  birthDate?: string;
  bills: DebtorBill[];
};
export type DebtorBill = {
  id: string;
  amount: string;
  due: string;
  line?: string;
  pix?: string;
  hasPdf?: boolean;
  isPaid?: boolean;
  isOverdue?: boolean;
};

export const samplePdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export async function serveErp(handle: (asked: Asked) => Answer) {
  const weather: Weather = {
    delay: 0,
    until: undefined,
    hangs: false,
    always: undefined,
    only: undefined,
    redirectsTo: undefined,
    floods: 0,
    breaksNext: 0,
  };
  const calls: Asked[] = [];
  const sent = { bytes: 0 };
  let waiting = 0;
  const server = http.createServer((request, response) => {
    const answer = async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in');
      const body = (await buffer(request)).toString();
      const asked = { method: request.method ?? 'GET', path: pathname, query: searchParams, headers: request.headers, body };
      calls.push(asked);
      if (weather.breaksNext > 0) {
        weather.breaksNext -= 1;
        return void response.destroy();
      }
      await sleep(weather.delay);
      await weather.until;
      if (weather.hangs) {
        waiting += 1;
        response.once('close', () => {
          waiting -= 1;
        });
        return;
      }
      if (weather.redirectsTo !== undefined) return void response.writeHead(302, { location: weather.redirectsTo }).end();
      if (weather.floods > 0) return flood(response, weather.floods, sent);
      const isMeant = weather.only?.test(pathname) ?? true;
      say(response, (isMeant ? weather.always : undefined) ?? handle(asked));
    };
    void answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** As OUTBOUND_ALLOW names it. */
    host: `127.0.0.1:${port}`,
    weather,
    calls,
    sent,
    /** Calls that were heard and not answered. */
    waiting: () => waiting,
    /** Whoever waits for an answer is told that there will be none, and whoever comes next too. */
    breakOff() {
      Object.assign(weather, { hangs: false, breaksNext: Number.POSITIVE_INFINITY });
      server.closeAllConnections();
    },
    paths: () => calls.map(({ path }) => path),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function say(response: ServerResponse, { status = 200, type, body }: Answer): void {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': type ?? (isRaw ? 'text/html' : 'application/json') });
  response.end(isRaw ? body : JSON.stringify(body));
}

/** As fast as it is taken, and no further than that. */
async function flood(response: ServerResponse, bytes: number, sent: { bytes: number }): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const closed = once(response, 'close');
  const piece = Buffer.alloc(64 * 1024, 0x20);
  for (let left = bytes; left > 0 && !response.destroyed; left -= piece.length) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    sent.bytes += piece.length;
  }
  response.end();
}
