import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSection } from '../platform/browser/navigation.ts';
import { useStore } from '../platform/browser/store.ts';
import { stored } from '../platform/browser/stored.ts';
import { dayOf, formatDate } from '../platform/language/format.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useLiveStatus } from '../platform/live/live.ts';
import { useCan, useSession, useSessionState } from '../platform/session/session.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from '../ui/icons/icons.tsx';
import type { ConnectionHealth } from './connection-health.ts';
import { daysToPay } from './due-date.ts';
import { isBuilt } from './navigation/pages.ts';
import { shellMessages } from './navigation/shell.messages.ts';
import { updateAvailable } from './service-worker.ts';

/** What happened to a webhook can wait until the page has long been there. */
const webhooksAfter = 10_000;

/** Loaded after the page; left out where it can not be loaded. */
const WebhookNotice = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, webhooksAfter));
  const loaded = await import('../capabilities/webhooks/WebhookNotice.tsx').catch(() => undefined);
  return { default: loaded?.WebhookNotice ?? (({ otherwise }: { otherwise: ReactNode }) => otherwise) };
});

/** One banner under the top bar at most: the most severe. */
export function ShellBanners({ disconnected }: Pick<ConnectionHealth, 'disconnected'>) {
  const [expired, offline, broken, due, update] = [useExpired(), useOffline(), useDisconnected(disconnected), useDue(), useUpdate()];
  const managesWebhooks = useCan('webhooks:manage');
  const mild = managesWebhooks ? (
    <Suspense fallback={update}>
      <WebhookNotice otherwise={update} />
    </Suspense>
  ) : (
    update
  );
  return <div>{expired ?? offline ?? broken ?? due ?? mild}</div>;
}

function useExpired(): ReactNode {
  const text = useMessages(shellMessages);
  const { state } = useSessionState();
  if (state.status !== 'signedIn' || state.expiredOn === undefined) return undefined;
  const dueDate = state.expiredOn || state.user.company.dueDate || '';
  return (
    <Banner tone="danger" urgent icon={<AlertIcon />}>
      {text('expired', { date: dueDate && formatDate(dueDate.slice(0, 10)) })}
    </Banner>
  );
}

const noticeAfter = 2000;

/** Shown after two seconds offline to ignore short interruptions; "back online" is shown for two more. */
function useOffline(): ReactNode {
  const text = useMessages(shellMessages);
  const online = useLiveStatus() === 'online';
  const [shown, setShown] = useState<'nothing' | 'offline' | 'back'>('nothing');
  useEffect(() => {
    if (online) setShown((was) => (was === 'offline' ? 'back' : was));
    const timer = setTimeout(() => setShown(online ? 'nothing' : 'offline'), noticeAfter);
    return () => clearTimeout(timer);
  }, [online]);
  if (shown === 'nothing') return undefined;
  return (
    <Banner tone={shown === 'back' ? 'success' : 'warning'} icon={shown === 'back' ? <CheckIcon /> : <AlertIcon />}>
      {text(shown === 'back' ? 'online' : 'offline')}
    </Banner>
  );
}

const dismissedKey = 'dueDismissed';

/** For who can pay. Dismissed for the day; of a trial, only its last days are worth a warning. */
function useDue(): ReactNode {
  const text = useMessages(shellMessages);
  const { company } = useSession().user;
  const isAdmin = useCan('drawer-admin-items:view');
  const [isDismissed, setDismissed] = useState(() => stored.read(dismissedKey) === dayOf(Date.now()));
  const days = daysToPay(company);
  if (!isAdmin || days === undefined || isDismissed) return undefined;
  const dismiss = () => {
    stored.write(dismissedKey, dayOf(Date.now()));
    setDismissed(true);
  };
  return (
    <Banner
      icon={<InfoIcon />}
      onDismiss={dismiss}
      action={isBuilt('/financeiro') && <Link href="/financeiro">{text('billingLink')}</Link>}
    >
      {days === 0 ? text('dueToday') : text('dueSoon', { n: days, days: text(days === 1 ? 'day' : 'days') })}
    </Banner>
  );
}

/** On the tickets page, for users who can fix it. Dismissed until another connection breaks. */
function useDisconnected(disconnected: ConnectionHealth['disconnected']): ReactNode {
  const text = useMessages(shellMessages);
  const section = useSection();
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const connection = disconnected.find(({ id }) => !dismissed.includes(id));
  if (section !== '/tickets' || !connection) return undefined;
  return (
    <Banner
      icon={<AlertIcon />}
      onDismiss={() => setDismissed([...dismissed, connection.id])}
      action={<Link href="/connections">{text('fix')}</Link>}
    >
      {text('disconnected', { name: connection.name })}
    </Banner>
  );
}

function useUpdate(): ReactNode {
  const text = useMessages(shellMessages);
  if (!useStore(updateAvailable)) return undefined;
  return (
    <Banner tone="info" icon={<InfoIcon />} action={<Button onClick={() => location.reload()}>{text('update')}</Button>}>
      {text('newVersion')}
    </Banner>
  );
}
