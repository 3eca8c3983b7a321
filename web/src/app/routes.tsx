import { lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { LoginPage } from '../capabilities/session/LoginPage.tsx';
import { useStore } from '../platform/browser/store.ts';
import { logOutQuestion } from '../platform/session/personal-data.ts';
import { useSessionState } from '../platform/session/session.tsx';
import { landingPath, loginAddress } from './deep-link.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { UnreachablePage } from './UnreachablePage.tsx';

const SignUpPage = lazy(async () => ({ default: (await import('../capabilities/sign-up/SignUpPage.tsx')).SignUpPage }));
// Everything behind the login, the live channel included, is fetched apart from the login page.
const PrivateApp = lazy(async () => ({ default: (await import('./PrivateApp.tsx')).PrivateApp }));

const FirstPasswordPage = lazy(async () => ({
  default: (await import('../capabilities/profile/FirstPasswordPage.tsx')).FirstPasswordPage,
}));
const LogOutQuestion = lazy(async () => ({ default: (await import('./LogOutQuestion.tsx')).LogOutQuestion }));

export function Routes() {
  const { state } = useSessionState();
  const unsent = useStore(logOutQuestion);
  if (state.status === 'restoring') return <ShellSkeleton />;
  if (state.status === 'unreachable') return <UnreachablePage />;
  return (
    <>
      <Pages />
      {unsent !== undefined && (
        <Suspense>
          <LogOutQuestion unsent={unsent} />
        </Suspense>
      )}
    </>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/login">
        <SignedOutOnly>
          <LoginPage />
        </SignedOutOnly>
      </Route>
      <Route path="/signup">
        <SignedOutOnly>
          <Suspense>
            <SignUpPage />
          </Suspense>
        </SignedOutOnly>
      </Route>
      <Route>
        <SignedInOnly>
          <Suspense fallback={<ShellSkeleton />}>
            <PrivateApp />
          </Suspense>
        </SignedInOnly>
      </Route>
    </Switch>
  );
}

/** After a login in this tab: the requested page, else the tickets. Users who were already signed in go to the start page. */
function SignedOutOnly({ children }: { children: ReactNode }) {
  const { state } = useSessionState();
  const search = useSearch();
  if (state.status !== 'signedIn') return children;
  return <Redirect to={state.fresh ? landingPath(search) : '/'} replace />;
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const { state } = useSessionState();
  const [path] = useLocation();
  const search = useSearch();
  if (state.status === 'signedIn')
    return state.user.mustChangePassword ? (
      <Suspense fallback={<ShellSkeleton />}>
        <FirstPasswordPage />
      </Suspense>
    ) : (
      children
    );
  const left = state.status === 'signedOut' && state.left;
  return <Redirect to={left ? '/login' : loginAddress(search ? `${path}?${search}` : path)} replace />;
}
