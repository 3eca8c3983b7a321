import type { SessionUser } from '@prosa/contracts/session';
import { createStore } from '../browser/store.ts';
import { onStoredElsewhere, stored } from '../browser/stored.ts';

const tokenKey = 'token';

/** The access token: in memory for every call, in local storage for the next start and for the other tabs. */
const held = createStore<string | undefined>(stored.read(tokenKey));
onStoredElsewhere(tokenKey, (token) => held.set(token));

export const accessToken = {
  get: held.get,
  subscribe: held.subscribe,
  set(token: string | undefined): void {
    held.set(token);
    if (token === undefined) stored.remove(tokenKey);
    else stored.write(tokenKey, token);
  },
  /** What another tab may have stored a moment ago, before its storage event reached this one. */
  newest(): string | undefined {
    const token = stored.read(tokenKey) ?? held.get();
    held.set(token);
    return token;
  },
};

/** Session events detected by API calls; `SessionProvider` listens. */
export type SessionNews =
  | { kind: 'refreshed'; user: SessionUser }
  | { kind: 'expired' }
  | { kind: 'subscriptionExpired'; dueDate: string | undefined };

const listeners = new Set<(news: SessionNews) => void>();

export function emitSessionNews(news: SessionNews): void {
  for (const listener of [...listeners]) listener(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
