import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from '../platform/browser/store.ts';
import { daysUntil, formatDate } from '../platform/language/format.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useLiveStatus } from '../platform/live/live.ts';
import { useCan, useSession, useSessionState, warnDays } from '../platform/session/session.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from '../ui/icons/icons.tsx';
import type { ConnectionHealth } from './connection-health.ts';
import { isBuilt } from './navigation/pages.ts';
import { shellMessages } from './navigation/shell.messages.ts';
import { updateAvailable } from './service-worker.ts';

/** Loaded after the page; left out where it can not be loaded. */
const WebhookNotice = lazy(async () => ({
  default: await import('../capabilities/webhooks/WebhookNotice.tsx').then(
    (loaded) => loaded.WebhookNotice,
    () => () => null,
  ),
}));

/** Banners under the top bar, most severe first. */
export function ShellBanners({ disconnected }: Pick<ConnectionHealth, 'disconnected'>) {
  const managesWebhooks = useCan('webhooks:manage');
  return (
    <div>
      <ExpiredBanner />
      <OfflineBanner />
      <DueBanner />
      <DisconnectedBanner disconnected={disconnected} />
      {managesWebhooks && (
        <Suspense>
          <WebhookNotice />
        </Suspense>
      )}
      <UpdateBanner />
    </div>
  );
}

function ExpiredBanner() {
  const text = useMessages(shellMessages);
  const { state } = useSessionState();
  if (state.status !== 'signedIn' || state.expiredOn === undefined) return null;
  const dueDate = state.expiredOn || state.user.company.dueDate || '';
  return (
    <Banner tone="danger" urgent icon={<AlertIcon />}>
      {text('expired', { date: dueDate && formatDate(dueDate.slice(0, 10)) })}
    </Banner>
  );
}

const noticeAfter = 2000;

/** Shown after two seconds offline to ignore short interruptions; "back online" is shown for two more. */
function OfflineBanner() {
  const text = useMessages(shellMessages);
  const online = useLiveStatus() === 'online';
  const [shown, setShown] = useState<'nothing' | 'offline' | 'back'>('nothing');
  useEffect(() => {
    if (online) setShown((was) => (was === 'offline' ? 'back' : was));
    const timer = setTimeout(() => setShown(online ? 'nothing' : 'offline'), noticeAfter);
    return () => clearTimeout(timer);
  }, [online]);
  if (shown === 'nothing') return null;
  return (
    <Banner tone={shown === 'back' ? 'success' : 'warning'} icon={shown === 'back' ? <CheckIcon /> : <AlertIcon />}>
      {text(shown === 'back' ? 'online' : 'offline')}
    </Banner>
  );
}

function DueBanner() {
  const text = useMessages(shellMessages);
  const { dueDate } = useSession().user.company;
  const isAdmin = useCan('drawer-admin-items:view');
  const [dismissed, setDismissed] = useState(false);
  const days = dueDate === null ? warnDays : daysUntil(dueDate);
  if (dismissed || days >= warnDays || days < 0) return null;
  return (
    <Banner
      icon={<InfoIcon />}
      onDismiss={() => setDismissed(true)}
      action={isAdmin && isBuilt('/financeiro') && <Link href="/financeiro">{text('billingLink')}</Link>}
    >
      {days === 0 ? text('dueToday') : text('dueSoon', { n: days, days: text(days === 1 ? 'day' : 'days') })}
    </Banner>
  );
}

/** On the tickets page, for users who can fix it. Dismissed until another connection breaks. */
function DisconnectedBanner({ disconnected }: Pick<ConnectionHealth, 'disconnected'>) {
  const text = useMessages(shellMessages);
  const [path] = useLocation();
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const connection = disconnected.find(({ id }) => !dismissed.includes(id));
  if (!path.startsWith('/tickets') || !connection) return null;
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

function UpdateBanner() {
  const text = useMessages(shellMessages);
  if (!useStore(updateAvailable)) return null;
  return (
    <Banner tone="info" icon={<InfoIcon />} action={<Button onClick={() => location.reload()}>{text('update')}</Button>}>
      {text('newVersion')}
    </Banner>
  );
}
