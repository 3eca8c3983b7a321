import { sessionApi } from '@prosa/contracts/session';
import { ApiError, bodyField } from './api-error.ts';
import { accessToken, emitSessionNews } from './token.ts';
import { newKey, readBody, refusal, send } from './transport.ts';

let running: Promise<void> | undefined;

/**
 * Renew the session once, however many calls ask at the same time.
 * With `spent`, the token that was refused, a newer one that another tab already fetched is taken over instead: refresh
 * tokens rotate, so two tabs must never renew side by side.
 */
export function refreshSession(spent?: string): Promise<void> {
  running ??= alone(() => renew(spent)).finally(() => {
    running = undefined;
  });
  return running;
}

function alone(work: () => Promise<void>): Promise<void> {
  // Absent on pages served over plain HTTP from another machine.
  return 'locks' in navigator ? navigator.locks.request('prosa-session-refresh', work) : work();
}

async function renew(spent: string | undefined): Promise<void> {
  const newest = accessToken.newest();
  if (spent !== undefined && newest !== undefined && newest !== spent) return;
  const { method, path, reply } = sessionApi.refresh;
  const response = await send({ method, address: path, body: undefined, idempotencyKey: newKey(), signal: undefined });
  if (!response.ok) throw giveUp(await refusal(response));
  const { token, user } = reply.parse(await readBody(response));
  accessToken.set(token);
  emitSessionNews({ kind: 'refreshed', user });
}

function giveUp(error: ApiError): ApiError {
  if (error.status === 401 || error.status === 403) {
    endSession();
    return new ApiError(401, { error: 'ERR_SESSION_EXPIRED' });
  }
  if (error.status === 402) emitSessionNews({ kind: 'subscriptionExpired', dueDate: bodyField(error, 'dueDate') });
  return error;
}

export function endSession(): void {
  accessToken.set(undefined);
  emitSessionNews({ kind: 'expired' });
}
