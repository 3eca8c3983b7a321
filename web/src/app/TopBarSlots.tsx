import { type ComponentType, lazy, Suspense, useState } from 'react';
import { NoticeHistoryDialog } from './NoticeHistoryDialog.tsx';
import styles from './Shell.module.css';

/** Loaded after the page; a part that fails to load is left out. */
function lazyOptional<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }));
}
const VolumeButton = lazyOptional(async () => (await import('../capabilities/notifications/VolumeButton.tsx')).VolumeButton);
const NotificationsButton = lazyOptional(
  async () => (await import('../capabilities/notifications/NotificationsButton.tsx')).NotificationsButton,
);
const AnnouncementsButton = lazyOptional(
  async () => (await import('../capabilities/announcements/AnnouncementsButton.tsx')).AnnouncementsButton,
);
const ChatsButton = lazyOptional(async () => (await import('../capabilities/chats/ChatsButton.tsx')).ChatsButton);
const ImportWatch = lazyOptional(async () => (await import('../capabilities/contacts/ImportWatch.tsx')).ImportWatch);
const ProfileWatch = lazyOptional(async () => (await import('../capabilities/profile/ProfileWatch.tsx')).ProfileWatch);
const OnboardingWatch = lazyOptional(async () => (await import('../capabilities/onboarding/OnboardingWatch.tsx')).OnboardingWatch);

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

export function AnnouncementsSlot() {
  return (
    <Suspense fallback={<span className={styles.slot} />}>
      <AnnouncementsButton />
    </Suspense>
  );
}

export function ChatsSlot() {
  return (
    <Suspense fallback={<span className={styles.slot} />}>
      <ChatsButton />
    </Suspense>
  );
}

/** Listeners that run on every page and render nothing. */
export function BackgroundListeners() {
  return (
    <Suspense>
      <ImportWatch />
      <ProfileWatch />
      <OnboardingWatch />
    </Suspense>
  );
}
