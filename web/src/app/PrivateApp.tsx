import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { PaymentWatch, useExpiry } from '../capabilities/payments/PaymentWatch.tsx';
import { LiveProvider } from '../platform/live/live.ts';
import { useSession } from '../platform/session/session.tsx';
import { ErrorBoundary } from '../ui/page/ErrorBoundary.tsx';
import { NoAccessPage, NotFoundPage } from './ErrorPages.tsx';
import { maySee } from './navigation/access.ts';
import { type PageEntry, pages } from './navigation/pages.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { Shell } from './Shell.tsx';
import './slots.ts';

/** With the checkout in it, which who has paid never needs. */
const ExpiredPage = lazy(async () => ({ default: (await import('../capabilities/payments/ExpiredPage.tsx')).ExpiredPage }));

/** The app for signed-in users: shell, live channel and current page. */
export function PrivateApp() {
  const [path] = useLocation();
  const { user } = useSession();
  return (
    <LiveProvider key={user.id}>
      <PaymentWatch />
      {useExpiry() === undefined ? (
        <Work path={path} />
      ) : (
        <Suspense>
          <ExpiredPage />
        </Suspense>
      )}
    </LiveProvider>
  );
}

function Work({ path }: { path: string }) {
  return (
    <Shell>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {pages.map((entry) => (
              <Route key={entry.path} path={entry.path}>
                <Guarded entry={entry} />
              </Route>
            ))}
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

function Guarded({ entry: { who, page: Page, otherwise } }: { entry: PageEntry }) {
  const { user } = useSession();
  if (!Page) return <NotFoundPage />;
  if (maySee(user, who)) return <Page />;
  return otherwise === undefined ? <NoAccessPage /> : <Redirect to={otherwise} replace />;
}
