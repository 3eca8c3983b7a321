import { useState } from 'react';
import { languages, useLanguage, useMessages } from '../platform/messages.ts';
import { useSession } from '../platform/session.tsx';
import { useTheme } from '../platform/theme.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ExitIcon, HistoryIcon, PersonIcon, RefreshIcon } from '../ui/icons.tsx';
import { Menu, type MenuSection } from '../ui/Menu.tsx';
import { preferenceMessages } from '../ui/preferences.messages.ts';
import { NoticeHistoryDialog } from './NoticeHistoryDialog.tsx';
import styles from './Shell.module.css';
import { shellMessages } from './shell.messages.ts';

/** Who is signed in, how they like it, and the way out. */
export function ProfileMenu({ narrow }: { narrow: boolean }) {
  const text = useMessages(shellMessages);
  const preference = useMessages(preferenceMessages);
  const { user, logOut } = useSession();
  const { language, chooseLanguage } = useLanguage();
  const { theme, choose } = useTheme();
  const [showsHistory, setShowsHistory] = useState(false);
  const sections: MenuSection[] = [
    {
      key: 'general',
      items: [
        ...(narrow ? [{ key: 'refresh', label: text('refresh'), icon: <RefreshIcon />, onSelect: () => location.reload() }] : []),
        { key: 'history', label: text('history'), icon: <HistoryIcon />, onSelect: () => setShowsHistory(true) },
      ],
    },
    {
      key: 'language',
      heading: text('language'),
      items: languages.map((key) => ({ key, label: preference(key), checked: key === language, keepOpen: true, onSelect: () => chooseLanguage(key) })),
    },
    {
      key: 'theme',
      heading: text('theme'),
      items: (['light', 'dark'] as const).map((key) => ({ key, label: preference(key), checked: key === theme, keepOpen: true, onSelect: () => choose(key) })),
    },
    { key: 'leave', items: [{ key: 'logOut', label: text('logOut'), icon: <ExitIcon />, onSelect: () => void logOut() }] },
  ];
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
          <div className={styles['who']}>
            <b>{user.name}</b>
            <span>{user.email}</span>
            <span>{text(user.profile)}</span>
          </div>
        }
        sections={sections}
      />
      {showsHistory && <NoticeHistoryDialog onClose={() => setShowsHistory(false)} />}
    </>
  );
}
