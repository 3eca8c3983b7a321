import { lazy, Suspense, useState } from 'react';
import { SpeakerIcon } from '../capabilities/notifications/icons.tsx';
import { startTour } from '../capabilities/tour/tour.ts';
import { density, textSize } from '../platform/browser/appearance.ts';
import { useInstallHint } from '../platform/browser/install.ts';
import { useNavigate } from '../platform/browser/navigation.ts';
import { useStore } from '../platform/browser/store.ts';
import { useTheme } from '../platform/browser/theme.ts';
import { languages, useLanguage, useMessages } from '../platform/language/messages.ts';
import { useSession } from '../platform/session/session.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DownloadIcon } from '../ui/icons/chat-icons.tsx';
import { ExitIcon, HelpIcon, HistoryIcon, PersonIcon, RefreshIcon } from '../ui/icons/icons.tsx';
import { KeyboardIcon } from '../ui/icons/list-icons.tsx';
import { Menu, type MenuItem, type MenuSection } from '../ui/overlays/Menu.tsx';
import { preferenceMessages } from '../ui/preferences.messages.ts';
import { NoticeHistoryDialog } from './NoticeHistoryDialog.tsx';
import { shellMessages } from './navigation/shell.messages.ts';
import { openLayer } from './palette/layer.ts';
import styles from './Shell.module.css';

const ProfileDialog = lazy(async () => ({ default: (await import('../capabilities/profile/ProfileDialog.tsx')).ProfileDialog }));
const VolumeDialog = lazy(async () => ({ default: (await import('../capabilities/notifications/VolumeDialog.tsx')).VolumeDialog }));
type Open = 'profile' | 'volume' | 'history';

/** The signed-in user, preferences and logout. */
export function ProfileMenu({ narrow }: { narrow: boolean }) {
  const text = useMessages(shellMessages);
  const { user, logOut } = useSession();
  const preferences = usePreferences(narrow);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const profile = { key: 'profile', label: text('profile'), icon: <PersonIcon />, onSelect: () => setOpen('profile') };
  const volume = { key: 'volume', label: text('volume'), icon: <SpeakerIcon />, onSelect: () => setOpen('volume') };
  const refresh = { key: 'refresh', label: text('refresh'), icon: <RefreshIcon />, onSelect: () => location.reload() };
  const history = { key: 'history', label: text('history'), icon: <HistoryIcon />, onSelect: () => setOpen('history') };
  const shortcuts = {
    key: 'shortcuts',
    label: text('shortcuts'),
    icon: <KeyboardIcon />,
    onSelect: () => openLayer.set({ what: 'sheet' }),
  };
  const further = useFurther();
  const leave = { key: 'logOut', label: text('logOut'), icon: <ExitIcon />, onSelect: () => void logOut() };
  return (
    <>
      <Menu
        label={text('account', { name: user.name })}
        trigger={(props) => (
          <IconButton {...props} label={text('account', { name: user.name })}>
            <PersonIcon />
          </IconButton>
        )}
        header={
          <div className={styles.who}>
            <b>{user.name}</b>
            <span>{user.email}</span>
            <span>{text(user.profile)}</span>
          </div>
        }
        sections={[
          {
            key: 'general',
            items: [...(narrow ? [profile, volume, refresh, history, shortcuts] : [profile, history, shortcuts]), ...further],
          },
          ...preferences,
          { key: 'leave', items: [leave] },
        ]}
      />
      {open === 'history' && <NoticeHistoryDialog onClose={close} />}
      <Suspense>
        {open === 'profile' && <ProfileDialog onClose={close} />}
        {open === 'volume' && <VolumeDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** The tour, to be found again, and the hint that the app can be installed, where it can and nobody has put it away. */
function useFurther(): MenuItem[] {
  const text = useMessages(shellMessages);
  const { user } = useSession();
  const navigate = useNavigate();
  const isInstallable = useInstallHint();
  const tour = () => {
    startTour(user.id);
    navigate('/tickets');
  };
  return [
    { key: 'tour', label: text('tour'), icon: <HelpIcon />, onSelect: tour },
    ...(isInstallable
      ? [{ key: 'install', label: text('install'), icon: <DownloadIcon />, onSelect: () => openLayer.set({ what: 'install' }) }]
      : []),
  ];
}

/** Theme, density and language; the menu stays open since the effect is visible at once. */
function usePreferences(narrow: boolean): MenuSection[] {
  const text = useMessages(preferenceMessages);
  const { language, chooseLanguage } = useLanguage();
  const { theme, choose } = useTheme();
  const held = useStore(density.current);
  const size = useStore(textSize.current);
  const item = <K extends keyof typeof preferenceMessages.pt>(key: K, checked: boolean, onSelect: (key: K) => void) => ({
    key,
    label: text(key),
    checked,
    keepOpen: true,
    onSelect: () => onSelect(key),
  });
  return [
    { key: 'language', heading: text('language'), items: languages.map((key) => item(key, key === language, chooseLanguage)) },
    { key: 'theme', heading: text('theme'), items: (['light', 'dark'] as const).map((key) => item(key, key === theme, choose)) },
    ...(narrow
      ? []
      : [{ key: 'density', heading: text('density'), items: density.choices.map((key) => item(key, key === held, density.choose)) }]),
    { key: 'textSize', heading: text('textSize'), items: textSize.choices.map((key) => item(key, key === size, textSize.choose)) },
  ];
}
