import { useId, useState } from 'react';
import { Link } from 'wouter';
import { unreadChats } from '../capabilities/chats/unread-chats.ts';
import { useSection } from '../platform/browser/navigation.ts';
import { useStore } from '../platform/browser/store.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useSession } from '../platform/session/session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ChevronDownIcon, ExitIcon } from '../ui/icons/icons.tsx';
import { Logo } from '../ui/icons/Logo.tsx';
import { maySee } from './navigation/access.ts';
import { type MenuEntry, menu, type SubGroup, subGroupIcons } from './navigation/menu.ts';
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
          {partsOf(group.entries).map(({ under, entries }) =>
            under && !rail ? (
              <SubMenu key={under} {...{ under, entries, onNavigate }} />
            ) : (
              entries.map((entry) => (
                <MenuLink key={entry.path} entry={entry} troubled={troubled && entry.path === '/connections'} onNavigate={onNavigate} />
              ))
            ),
          )}
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

/** Entries that stand under the same word, beside those that stand alone. */
function partsOf(entries: readonly MenuEntry[]): { under: SubGroup | undefined; entries: MenuEntry[] }[] {
  const parts: { under: SubGroup | undefined; entries: MenuEntry[] }[] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last && last.under === entry.under) last.entries.push(entry);
    else parts.push({ under: entry.under, entries: [entry] });
  }
  return parts;
}

type SubMenuProps = { under: SubGroup; entries: readonly MenuEntry[]; onNavigate: (() => void) | undefined };

/** Open while one of its pages is shown, and whenever somebody opens it. */
function SubMenu({ under, entries, onNavigate }: SubMenuProps) {
  const text = useMessages(shellMessages);
  const id = useId();
  const section = useSection();
  const isInside = entries.some(({ path }) => path === section);
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? isInside;
  const Icon = subGroupIcons[under];
  return (
    <>
      <button type="button" className={styles.entry} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpened(!isOpen)}>
        <Icon />
        <span className={styles.label}>{text(under)}</span>
        <ChevronDownIcon size={16} />
      </button>
      <div id={id} className={styles.within} hidden={!isOpen}>
        {entries.map((entry) => (
          <MenuLink key={entry.path} entry={entry} troubled={false} onNavigate={onNavigate} />
        ))}
      </div>
    </>
  );
}

function MenuLink({ entry, troubled, onNavigate }: { entry: MenuEntry; troubled: boolean; onNavigate: (() => void) | undefined }) {
  const text = useMessages(shellMessages);
  const isCurrent = useSection() === entry.path;
  const Icon = entry.icon;
  return (
    <Link
      href={entry.path}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
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
