import { ApiError, networkError } from './api-error.ts';
import { accessToken } from './token.ts';

export type Outgoing = {
  method: string;
  address: string;
  body: string | FormData | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
  /** Told how much of the body is out, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Instead of the session's token. */
  bearer?: string | undefined;
};

/** Send one request with the current token. Resolves for every status; throws only when the server was not reached. */
export async function send({ method, address, body, idempotencyKey, signal, onProgress, bearer }: Outgoing): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const token = bearer ?? accessToken.get();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  if (onProgress && body instanceof FormData) return upload({ method, address, headers, body, signal, onProgress });
  try {
    return await fetch(address, { method, headers, body: body ?? null, signal: signal ?? null, credentials: 'same-origin' });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
}

type Upload = Pick<Outgoing, 'method' | 'address' | 'signal'> & {
  headers: Headers;
  body: FormData;
  onProgress: (share: number) => void;
};

/** `fetch` does not tell how far an upload got; the older way does. */
function upload({ method, address, headers, body, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? 'application/json';
      resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(signal?.reason ?? networkError());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(signal.reason);
    else request.send(body);
  });
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
