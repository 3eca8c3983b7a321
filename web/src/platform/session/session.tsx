import { can, type Permission } from '@prosa/contracts/permissions';
import { type LoginInput, type SessionUser, sessionApi } from '@prosa/contracts/session';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { call } from '../api/api.ts';
import { errorText } from '../api/errors.ts';
import { refreshSession } from '../api/refresh.ts';
import { accessToken, onSessionNews, type SessionNews } from '../api/token.ts';
import { notify } from '../browser/notices.ts';
import { onStoredElsewhere, stored } from '../browser/stored.ts';
import { daysUntil, setTimeZone } from '../language/format.ts';
import { currentLanguage, textIn } from '../language/messages.ts';
import { giveBackDrafts, keepDrafts } from './kept-drafts.ts';
import { askAboutUnsent, removePersonalData } from './personal-data.ts';
import { sessionMessages } from './session.messages.ts';

export type { SessionUser };

export type SessionState =
  | { status: 'restoring' }
  /** The server can not be reached, so nobody knows yet. */
  | { status: 'unreachable' }
  /** `left` was the person's own wish, so the page they were on is not kept for the next login. */
  | { status: 'signedOut'; left: boolean }
  /** `fresh` right after a login in this tab. `expiredOn` once the company's due date passes during work. */
  | { status: 'signedIn'; user: SessionUser; fresh: boolean; expiredOn?: string | undefined };

export type SessionActions = {
  logIn: (input: z.input<typeof LoginInput>) => Promise<void>;
  /** Asks first when messages were not sent, unless they are to be dropped. */
  logOut: (how?: { dropUnsent: boolean }) => Promise<void>;
  /** Fetch the person, their company and its settings again. */
  refreshUser: () => Promise<void>;
  /** Forget everything this browser knows and go to the login page. */
  forget: () => void;
  restore: () => Promise<void>;
};
export type Session = { user: SessionUser } & Pick<SessionActions, 'logIn' | 'logOut' | 'refreshUser'>;

export const SessionContext = createContext<{ state: SessionState; actions: SessionActions } | undefined>(undefined);

/** The id of the person signed in, so that a start without any session asks the server nothing. */
const hintKey = 'signedIn';
const flagKeys = ['cshow', 'campaignsEnabled'] as const;
/** Fewer days than this left of the subscription are worth a warning. */
export const warnDays = 5;

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>(() =>
    mayBeSignedIn() ? { status: 'restoring' } : { status: 'signedOut', left: false },
  );

  const enter = (user: SessionUser, fresh: boolean) => {
    storeFlags(user);
    setTimeZone(user.company.settings.find(({ key }) => key === 'timezone')?.value);
    setState((was) => ({
      status: 'signedIn',
      user,
      fresh: fresh || (was.status === 'signedIn' && was.fresh),
      expiredOn: stillExpired(was, user),
    }));
  };
  const leave = (left: boolean) => {
    accessToken.set(undefined);
    for (const key of [hintKey, ...flagKeys]) stored.remove(key);
    removePersonalData();
    queryClient.clear();
    setState({ status: 'signedOut', left });
  };

  const hear = useEffectEvent((news: SessionNews) => {
    if (news.kind === 'refreshed') enter(news.user, false);
    else if (news.kind === 'subscriptionExpired')
      setState((was) => (was.status === 'signedIn' ? { ...was, expiredOn: news.dueDate ?? '' } : was));
    else {
      if (state.status !== 'signedOut') notify('warning', errorText('ERR_SESSION_EXPIRED'));
      leave(false);
    }
  });
  useEffect(() => onSessionNews((news) => hear(news)), []);

  const actions: SessionActions = {
    async logIn(input) {
      const { token, user } = await call(sessionApi.login, { body: input });
      queryClient.clear();
      accessToken.set(token);
      giveBackDrafts(user.id);
      enter(user, true);
      warnOfDueDate(user);
    },
    logOut: (how) => logOutWith(() => leave(true), how),
    refreshUser: () => refreshSession(),
    forget() {
      keepDrafts();
      stored.clear();
      leave(true);
    },
    async restore() {
      await refreshSession().catch(() => setState((was) => (was.status === 'restoring' ? { status: 'unreachable' } : was)));
    },
  };
  useFollowOtherTabs(state, actions, { onLeft: () => leave(true), onOther: () => queryClient.clear() });
  useRestoreAtStart(actions);

  return <SessionContext value={{ state, actions }}>{children}</SessionContext>;
}

/** The session is gone from this browser even when the server cannot be told. */
async function logOutWith(leave: () => void, { dropUnsent } = { dropUnsent: false }): Promise<void> {
  if (!dropUnsent && askAboutUnsent()) return;
  const isEnded = await endOnServer();
  leave();
  if (!isEnded) offerToEndAgain();
}

const endOnServer = (): Promise<boolean> =>
  call(sessionApi.logout, {}).then(
    () => true,
    () => false,
  );

/** The refresh cookie is still here: it ends the session once the server can be reached. */
function offerToEndAgain(): void {
  const text = (key: 'notEnded' | 'tryAgain' | 'ended') => textIn(currentLanguage(), sessionMessages, key);
  const retry = async () => ((await endOnServer()) ? notify('success', text('ended')) : offerToEndAgain());
  notify('danger', text('notEnded'), { milliseconds: 60_000, action: { label: text('tryAgain'), onAction: () => void retry() } });
}

/** The server said so, and the due date is the same as then. */
const stillExpired = (was: SessionState, { company }: SessionUser) =>
  was.status === 'signedIn' && was.user.company.dueDate === company.dueDate ? was.expiredOn : undefined;

function useRestoreAtStart(actions: SessionActions): void {
  const start = useEffectEvent(() => void actions.restore());
  useEffect(() => {
    if (mayBeSignedIn()) start();
  }, []);
}

const mayBeSignedIn = () => accessToken.newest() !== undefined || stored.read(hintKey) !== undefined;

type OtherTabs = { onLeft: () => void; onOther: () => void };

/** A logout in one tab is one in all; a login as somebody else is taken over. */
function useFollowOtherTabs(state: SessionState, actions: SessionActions, { onLeft, onOther }: OtherTabs): void {
  const follow = useEffectEvent((id: string | undefined) => {
    if (id === undefined && state.status === 'signedIn') onLeft();
    if (id === undefined || (state.status === 'signedIn' && String(state.user.id) === id)) return;
    onOther();
    void actions.restore();
  });
  useEffect(() => onStoredElsewhere(hintKey, (id) => follow(id)), []);
}

/** The menu and the campaign pages go by these two local flags, which the specification names. */
function storeFlags(user: SessionUser): void {
  stored.write(hintKey, String(user.id));
  const enabled = user.company.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true');
  stored.write('campaignsEnabled', String(enabled));
  if (enabled) stored.write('cshow', 'true');
  else stored.remove('cshow');
}

function warnOfDueDate({ company }: SessionUser): void {
  const days = company.dueDate === null ? warnDays : daysUntil(company.dueDate);
  if (days < warnDays && days >= 0) notify('warning', textIn(currentLanguage(), sessionMessages, 'dueSoon', { n: days }));
}

export function useSessionState(): { state: SessionState; actions: SessionActions } {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSessionState needs a SessionProvider');
  return session;
}

/** The signed-in person, or nothing. */
export function useMaybeSession(): Session | undefined {
  const session = useContext(SessionContext);
  return session?.state.status === 'signedIn' ? { user: session.state.user, ...session.actions } : undefined;
}

export function useSession(): Session {
  const session = useMaybeSession();
  if (!session) throw new Error('useSession needs a signed-in screen');
  return session;
}

export function useCan(permission: Permission): boolean {
  return can(useSession().user, permission);
}
