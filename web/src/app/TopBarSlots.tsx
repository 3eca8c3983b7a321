import { type ComponentType, lazy, Suspense, useState } from 'react';
import { NoticeHistoryDialog } from './NoticeHistoryDialog.tsx';
import styles from './Shell.module.css';

/** Fetched after the page: what is missing of a broken build is missed, not mourned. */
function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }));
}
const VolumeButton = later(async () => (await import('../capabilities/notifications/VolumeButton.tsx')).VolumeButton);
const NotificationsButton = later(async () => (await import('../capabilities/notifications/NotificationsButton.tsx')).NotificationsButton);
const ImportWatch = later(async () => (await import('../capabilities/contacts/ImportWatch.tsx')).ImportWatch);
const ProfileWatch = later(async () => (await import('../capabilities/profile/ProfileWatch.tsx')).ProfileWatch);

export function VolumeSlot() {
  return (
    <Suspense fallback={<span className={styles.slot} />}>
      <VolumeButton />
    </Suspense>
  );
}

export function NotificationsSlot() {
  const [showsHistory, setShowsHistory] = useState(false);
  return (
    <>
      <Suspense fallback={<span className={styles.slot} />}>
        <NotificationsButton onHistory={() => setShowsHistory(true)} />
      </Suspense>
      {showsHistory && <NoticeHistoryDialog onClose={() => setShowsHistory(false)} />}
    </>
  );
}

/** What is listened to on every page and shows nothing by itself. */
export function Watches() {
  return (
    <Suspense>
      <ImportWatch />
      <ProfileWatch />
    </Suspense>
  );
}
