import { lazy, type ReactNode, Suspense } from 'react';
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
  const { user } = useSession();
  return (
    <LiveProvider key={user.id}>
      <PaymentWatch />
      {useExpiry() === undefined ? (
        <Work />
      ) : (
        <Suspense>
          <ExpiredPage />
        </Suspense>
      )}
    </LiveProvider>
  );
}

function Work() {
  return (
    <Shell>
      <UntilElsewhere>
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
      </UntilElsewhere>
    </Shell>
  );
}

/** What broke stays broken until somebody goes to another address. */
function UntilElsewhere({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>;
}

function Guarded({ entry: { who, page: Page, otherwise } }: { entry: PageEntry }) {
  const { user } = useSession();
  if (!Page) return <NotFoundPage />;
  if (maySee(user, who)) return <Page />;
  return otherwise === undefined ? <NoAccessPage /> : <Redirect to={otherwise} replace />;
}
