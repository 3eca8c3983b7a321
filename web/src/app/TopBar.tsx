import { Link } from 'wouter';
import { commandKey } from '../platform/browser/shortcuts.ts';
import { daysUntil, formatDate } from '../platform/language/format.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useCan, useSession } from '../platform/session/session.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { MenuIcon, PanelLeftIcon, RefreshIcon, SearchIcon } from '../ui/icons/icons.tsx';
import { Keys } from '../ui/Keys.tsx';
import { ThemeToggle } from '../ui/page/PublicPage.tsx';
import { RichText } from '../ui/RichText.tsx';
import { daysToPay } from './due-date.ts';
import { isBuilt } from './navigation/pages.ts';
import { shellMessages } from './navigation/shell.messages.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { openLayer } from './palette/layer.ts';
import styles from './Shell.module.css';
import { AnnouncementsSlot, ChatsSlot, NotificationsSlot, VolumeSlot } from './TopBarSlots.tsx';

type TopBarProps = { narrow: boolean; rail: boolean; onMenu: () => void };

export function TopBar({ narrow, rail, onMenu }: TopBarProps) {
  const text = useMessages(shellMessages);
  const { user } = useSession();
  return (
    <header className={styles.top} data-region>
      <IconButton
        label={text(narrow ? 'openMenu' : rail ? 'expandMenu' : 'collapseMenu')}
        aria-expanded={narrow ? undefined : !rail}
        onClick={onMenu}
      >
        {narrow ? <MenuIcon /> : <PanelLeftIcon />}
      </IconButton>
      <p className={styles.greeting} title={`${user.name} · ${user.company.name}`}>
        {narrow ? (
          <b>{user.company.name}</b>
        ) : (
          // Whoever signs a company up bears its name: once is enough.
          <RichText
            text={text(user.name === user.company.name ? 'greetingOne' : 'greeting')}
            values={{ name: <b>{user.name}</b>, company: <b>{user.company.name}</b> }}
          />
        )}
        {!narrow && <ActiveUntil />}
      </p>
      {!narrow && (
        <>
          <PaletteHint />
          <ThemeToggle />
          <VolumeSlot />
          <IconButton label={text('refresh')} onClick={() => location.reload()}>
            <RefreshIcon />
          </IconButton>
        </>
      )}
      <NotificationsSlot />
      <AnnouncementsSlot />
      <ChatsSlot />
      <ProfileMenu narrow={narrow} />
    </header>
  );
}

/** Button that opens the command palette and shows its shortcut. */
function PaletteHint() {
  const text = useMessages(shellMessages);
  return (
    <button type="button" className={styles.hint} data-palette-hint onClick={() => openLayer.set({ what: 'palette' })}>
      <SearchIcon size={16} />
      <span>{text('searchOrCommand')}</span>
      <Keys keys={[commandKey, 'K']} />
    </button>
  );
}

/** The due date of the subscription, for admins: orange in the last days, red when overdue. */
function ActiveUntil() {
  const text = useMessages(shellMessages);
  const isAdmin = useCan('drawer-admin-items:view');
  const { company } = useSession().user;
  const { dueDate } = company;
  if (!isAdmin || dueDate === null) return null;
  const tone = daysUntil(dueDate) < 0 ? 'past' : daysToPay(company) === undefined ? 'calm' : 'soon';
  const words = text('activeUntil', { date: formatDate(dueDate.slice(0, 10)) });
  return (
    <span className={styles.due} data-tone={tone}>
      {isBuilt('/financeiro') ? <Link href="/financeiro">{words}</Link> : words}
    </span>
  );
}
