import { type ErrorCode, refusals } from '@prosa/contracts/errors';
import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import { vi } from 'vitest';
import { z } from 'zod';

export type Sent = { method: string; path: string; query: string; headers: Headers; body: unknown };
type Answer = (params: Record<string, string>, sent: Sent) => unknown;
export type Stub = { method: string; pattern: RegExp; answer: Answer };

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super('refused');
  }
}

/** Inside a stub's answer: refuse as the server would. */
export function refuse(code: ErrorCode, extra: Record<string, unknown> = {}): never {
  throw new Refused(refusals[code], { error: code, ...extra });
}

/** Inside a stub's answer: any other status and body. */
export function failWith(status: number, body: unknown): never {
  throw new Refused(status, body);
}

/** Answer one endpoint in a test; both sides are checked against the contract. */
export function stub<E extends Endpoint>(
  endpoint: E,
  answer: (input: InputOf<E>, sent: Sent) => z.input<E['reply']> | Promise<z.input<E['reply']>>,
): Stub {
  return {
    method: endpoint.method,
    pattern: new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    async answer(params, sent) {
      const parts = {
        params: endpoint.params?.parse(params),
        query: endpoint.query?.parse(Object.fromEntries(new URLSearchParams(sent.query))),
        body: endpoint.body?.parse(sent.body),
      };
      // The parts were checked one by one above; this only tells the compiler so.
      const input = z.custom<InputOf<E>>().parse(parts);
      return endpoint.reply.parse(await answer(input, sent));
    },
  };
}

/** Replace the network by stubs; gives back everything that was sent. The first stub that matches answers. */
export function stubApi(stubs: readonly Stub[]): Sent[] {
  const log: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address, 'http://test');
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: pathname,
      query: search,
      headers: new Headers(init.headers),
      body: readBody(init.body),
    };
    log.push(sent);
    for (const { method, pattern, answer } of stubs) {
      const match = method === sent.method ? pattern.exec(pathname) : null;
      if (match) return reply(answer, { ...match.groups }, sent);
    }
    throw new Error(`no stub for ${sent.method} ${pathname}`);
  });
  vi.stubGlobal('XMLHttpRequest', UploadByFetch);
  return log;
}

/** Uploads go the older way because it tells their progress; here they end at the same stubs. */
class UploadByFetch {
  readonly upload: { onprogress: ((progress: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  private aborted = false;
  private method = '';
  private address = '';
  private readonly headers = new Headers();

  open(method: string, address: string): void {
    this.method = method;
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(): string {
    return 'application/json';
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
  async send(body: FormData): Promise<void> {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    try {
      const response = await fetch(this.address, { method: this.method, headers: this.headers, body });
      this.status = response.status;
      this.responseText = await response.text();
      if (!this.aborted) this.onload?.();
    } catch {
      if (!this.aborted) this.onerror?.();
    }
  }
}

function readBody(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  return body instanceof FormData ? Object.fromEntries(body.entries()) : undefined;
}

async function reply(answer: Answer, params: Record<string, string>, sent: Sent): Promise<Response> {
  try {
    return Response.json(await answer(params, sent));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return typeof error.body === 'string'
      ? new Response(error.body, { status: error.status })
      : Response.json(error.body, { status: error.status });
  }
}
