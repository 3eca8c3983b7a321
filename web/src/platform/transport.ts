import { ApiError, networkError } from './api-error.ts';
import { accessToken } from './token.ts';

export type Outgoing = {
  method: string;
  address: string;
  body: string | FormData | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
};

/** Send one request with the current token. Resolves for every status; throws only when the server was not reached. */
export async function send({ method, address, body, idempotencyKey, signal }: Outgoing): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const token = accessToken.get();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  try {
    return await fetch(address, { method, headers, body: body ?? null, signal: signal ?? null, credentials: 'same-origin' });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
}

export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw networkError();
  });
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page is nothing to show to a person.
    return response.headers.get('content-type')?.includes('html') ? undefined : text;
  }
}

export async function refusal(response: Response): Promise<ApiError> {
  return new ApiError(response.status, await readBody(response));
}

export const newKey = (): string => crypto.randomUUID();
