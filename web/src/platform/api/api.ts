import type { Endpoint, ReplyOf, RequestOf } from '@prosa/contracts/kit';
import { sessionApi } from '@prosa/contracts/session';
import type { z } from 'zod';
import { ApiError, bodyField } from './api-error.ts';
import { endSession, refreshSession } from './refresh.ts';
import { accessToken, emitSessionNews } from './token.ts';
import { newKey, type Outgoing, readBody, refusal, send } from './transport.ts';

export { ApiError };

/** A caller that may repeat the same deed later (an unsent message) gives its own key, so that it happens once. */
export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** A token of another kind than the session's: what becomes of the call says nothing of the session. */
  bearer?: string | undefined;
};

/** Call one endpoint of the contract. */
export function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, options: CallOptions = {}): Promise<ReplyOf<E>> {
  const body = part(request, 'body');
  return exchange(endpoint, request, body === undefined ? undefined : JSON.stringify(body), options);
}

/** Call one endpoint that takes files: the body's fields and the files go as one form. */
export function callMultipart<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  files: readonly File[],
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(part(request, 'body')))) if (value !== undefined) form.append(name, fieldText(value));
  for (const file of files) form.append(endpoint.files?.field ?? 'medias', file, file.name);
  return exchange(endpoint, request, form, options);
}

/** Sends a form where there are files, and JSON where there are none. */
export const callWithFiles = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, files: readonly File[]): Promise<ReplyOf<E>> =>
  files.length > 0 ? callMultipart(endpoint, request, files) : call(endpoint, request);

/** A form has no null: an empty field stands for it. */
const fieldText = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** Call one endpoint whose answer is a file, byte by byte as it comes. */
export async function callForFile<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  return (await answer(endpoint, request, undefined, {})).blob();
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  body: Outgoing['body'],
  options: CallOptions,
): Promise<ReplyOf<E>> {
  return read<E['reply']>(endpoint.reply, await readBody(await answer(endpoint, request, body, options)));
}

async function answer<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  body: Outgoing['body'],
  { idempotencyKey, signal, onProgress, bearer }: CallOptions,
): Promise<Response> {
  const outgoing: Outgoing = {
    method: endpoint.method,
    address: addressOf(endpoint.path, part(request, 'params'), part(request, 'query')),
    body,
    idempotencyKey: endpoint.method === 'POST' ? (idempotencyKey ?? newKey()) : undefined,
    signal,
    onProgress,
    bearer,
  };
  const keeps = bearer === undefined && keepsSession(endpoint);
  const used = accessToken.get();
  let response = await send(outgoing);
  // Without a token a 403 is no expired session: there is nothing to renew.
  if (response.status === 403 && keeps && used !== undefined) response = (await retryAfterRenewal(outgoing, used)) ?? response;
  if (!response.ok) throw handleSessionError(await refusal(response), keeps, used);
  return response;
}

/** The second and last attempt, after a renewal. Nothing when the renewal failed for a passing reason: the 403 stands. */
async function retryAfterRenewal(outgoing: Outgoing, spent: string | undefined): Promise<Response | undefined> {
  try {
    await refreshSession(spent);
  } catch (error) {
    if (error instanceof ApiError && error.status > 402) return undefined;
    throw error;
  }
  return send(outgoing);
}

function handleSessionError(error: ApiError, keeps: boolean, used: string | undefined): ApiError {
  if (!keeps) return error;
  // A late reply of an old session must not end the new one.
  if (error.status === 401 && (accessToken.get() === used || accessToken.get() === undefined)) endSession();
  if (error.status === 402) emitSessionNews({ kind: 'subscriptionExpired', dueDate: bodyField(error, 'dueDate') });
  return error;
}

const keepsSession = (endpoint: Endpoint) => endpoint.path !== sessionApi.login.path && endpoint.path !== sessionApi.logout.path;

function addressOf(path: string, params: unknown, query: unknown): string {
  const known = new Map(entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(known.get(name))));
  const search = new URLSearchParams(entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return schema.parse(body);
}

function entries(part: unknown): [string, unknown][] {
  const all: [string, unknown][] = typeof part === 'object' && part !== null ? Object.entries(part) : [];
  return all.filter(([, value]) => value !== undefined && value !== null);
}

function part(request: object, name: 'params' | 'query' | 'body'): unknown {
  return Reflect.get(request, name);
}
