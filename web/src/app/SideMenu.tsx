import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { unreadChats } from '../capabilities/chats/unread-chats.ts';
import { useStore } from '../platform/browser/store.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useSession } from '../platform/session/session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ExitIcon } from '../ui/icons/icons.tsx';
import { Logo } from '../ui/icons/Logo.tsx';
import { maySee } from './navigation/access.ts';
import { type MenuEntry, menu } from './navigation/menu.ts';
import { isBuilt } from './navigation/pages.ts';
import { shellMessages } from './navigation/shell.messages.ts';
import styles from './Shell.module.css';

const attention = '!';

type SideMenuProps = {
  /** Icons only; the labels become tooltips. */
  rail: boolean;
  /** A connection needs attention. */
  troubled: boolean;
  onNavigate?: () => void;
};

export function SideMenu({ rail, troubled, onNavigate }: SideMenuProps) {
  const text = useMessages(shellMessages);
  const id = useId();
  const { user, logOut } = useSession();
  const shown = menu
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isBuilt(entry.path) && maySee(user, entry.who)) }))
    .filter((group) => group.entries.length > 0);
  return (
    <nav aria-label={text('mainMenu')} className={styles.nav} data-rail={rail}>
      <div className={styles.brand}>
        <Logo />
        <span>{text('product')}</span>
      </div>
      {shown.map((group) => (
        <section key={group.heading} aria-labelledby={`${id}-${group.heading}`} className={styles.group}>
          <h2 id={`${id}-${group.heading}`}>{text(group.heading)}</h2>
          {group.entries.map((entry) => (
            <MenuLink key={entry.path} entry={entry} troubled={troubled && entry.path === '/connections'} onNavigate={onNavigate} />
          ))}
        </section>
      ))}
      <button
        type="button"
        className={styles.entry}
        data-last={true}
        title={rail ? text('logOut') : undefined}
        onClick={() => void logOut()}
      >
        <ExitIcon />
        <span className={styles.label}>{text('logOut')}</span>
      </button>
    </nav>
  );
}

function MenuLink({ entry, troubled, onNavigate }: { entry: MenuEntry; troubled: boolean; onNavigate: (() => void) | undefined }) {
  const text = useMessages(shellMessages);
  const [path] = useLocation();
  const current = entry.path === '/' ? path === '/' : path === entry.path || path.startsWith(`${entry.path}/`);
  const Icon = entry.icon;
  return (
    <Link
      href={entry.path}
      className={styles.entry}
      aria-current={current ? 'page' : undefined}
      title={text(entry.label)}
      onClick={onNavigate}
    >
      <Icon />
      <span className={styles.label}>{text(entry.label)}</span>
      {entry.path === '/chats' && <UnreadDot />}
      {troubled && (
        <span className={styles.mark}>
          <Badge tone="pending" label={text('brokenConnections')}>
            {attention}
          </Badge>
        </span>
      )}
    </Link>
  );
}

/** Something in a chat is unread. */
function UnreadDot() {
  const text = useMessages(shellMessages);
  return useStore(unreadChats) > 0 ? (
    <span className={styles.mark}>
      <span className={styles.dot} role="img" aria-label={text('unreadChats')} />
    </span>
  ) : null;
}
