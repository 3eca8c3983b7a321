import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, ReplyOf, RequestOf } from '@prosa/contracts/kit';
import { type Client, openBrowser, password } from '../server/test/browser.ts';
import { within } from './waiting.ts';

/** A refusal that retrying would not change. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`${status} ${code}`);
  }
}

/** How often calls were made, and why they had to be made again. */
export type Tally = { calls: number; retries: Map<string, number> };
export const newTally = (): Tally => ({ calls: 0, retries: new Map() });
export const retriesOf = ({ retries }: Tally) => [...retries.values()].reduce((sum, count) => sum + count, 0);

export type Caller = {
  email: string;
  token(): string;
  logIn(): Promise<void>;
  /** Calls until there is an answer: the same request again and again, at whichever node answers. */
  ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>): Promise<ReplyOf<E>>;
  /** The same for a form with a file in it. */
  upload(path: string, fields: Record<string, string | File>, headers?: Record<string, string>): Promise<unknown>;
};

const answerWithin = 20_000;
const giveUpAfter = 180_000;

/** A signed-in client that retries until it gets an answer. */
export function openCaller(urls: readonly string[], person: Client, tally: Tally): Caller {
  const { email } = person.user;
  const clients = urls.map((url) => openBrowser(url));
  for (const client of clients) client.token = person.token;
  let turn = 0;
  let signingIn: Promise<void> | undefined;

  const current = () => clients[turn % clients.length] ?? person;
  const count = (reason: string) => void tally.retries.set(reason, (tally.retries.get(reason) ?? 0) + 1);

  async function signIn(): Promise<void> {
    await current().logIn(email, password);
    for (const client of clients) client.token = current().token;
  }
  const logIn = () => {
    signingIn ??= signIn().finally(() => {
      signingIn = undefined;
    });
    return signingIn;
  };

  /** Why it is worth trying again; throws when it is not. */
  async function reasonToRetry(error: unknown): Promise<string> {
    if (!(error instanceof Error) || error.name === 'AssertionError' || error.name === 'ZodError') throw error;
    const [, status, code] = /^(\d{3}) \{"error":"(\w+)"/.exec(error.message) ?? [];
    if (status === undefined || code === undefined) return 'no answer';
    if (status === '401' || code === 'ERR_TOKEN_EXPIRED') {
      await logIn().catch(() => undefined);
      return 'signed out';
    }
    if (Number(status) < 500 && status !== '429') throw new Refused(Number(status), code);
    return code;
  }

  async function retryUntilAnswered<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    tally.calls += 1;
    const ends = Date.now() + giveUpAfter;
    for (let pause = 20; ; pause = Math.min(250, pause * 1.5)) {
      try {
        return await within(answerWithin, attempt());
      } catch (error) {
        count(await reasonToRetry(error));
        turn += 1;
        if (Date.now() > ends) throw new Error(`${what} was never answered`, { cause: error });
      }
      await sleep(pause);
    }
  }

  return {
    email,
    logIn,
    token: () => current().token,
    ask: (endpoint, request, headers) =>
      retryUntilAnswered(`${endpoint.method} ${endpoint.path}`, () => current().call(endpoint, request, headers)),
    upload: (path, fields, headers) =>
      retryUntilAnswered(`POST ${path}`, async () => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        const { status, body } = await current().raw('POST', path, { form, ...(headers && { headers }) });
        if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
        return body;
      }),
  };
}
