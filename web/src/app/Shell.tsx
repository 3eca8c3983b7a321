import { type ReactNode, useEffect, useState } from 'react';
import { countedTitle, unreadCount } from '../capabilities/notifications/unread-count.ts';
import { useFocusKeeper } from '../platform/browser/focus-keeper.ts';
import { narrowScreen, useMedia } from '../platform/browser/media.ts';
import { useSection } from '../platform/browser/navigation.ts';
import { useStore } from '../platform/browser/store.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useSignedInElsewhere } from '../platform/live/signed-in-elsewhere.ts';
import { useCan } from '../platform/session/session.tsx';
import { Drawer } from '../ui/overlays/Drawer.tsx';
import { ConnectionWatch } from './ConnectionWatch.tsx';
import type { ConnectionHealth } from './connection-health.ts';
import { Layers } from './Layers.tsx';
import { menu } from './navigation/menu.ts';
import { shellMessages } from './navigation/shell.messages.ts';
import { usePrefetchApp } from './prefetch.ts';
import { useRail } from './rail.ts';
import styles from './Shell.module.css';
import { ShellBanners } from './ShellBanners.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { BackgroundListeners } from './TopBarSlots.tsx';
import { useGlobalKeys } from './useGlobalKeys.ts';

const healthy: ConnectionHealth = { troubled: false, disconnected: [] };

/** The frame of every private page: menu, top bar and banners. */
export function Shell({ children }: { children: ReactNode }) {
  const text = useMessages(shellMessages);
  const narrow = useMedia(narrowScreen);
  const [rail, toggleRail] = useRail();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [health, setHealth] = useState(healthy);
  const isAdmin = useCan('drawer-admin-items:view');
  useSignedInElsewhere();
  useTitle();
  useGlobalKeys();
  useFocusKeeper();
  usePrefetchApp();
  return (
    <div className={styles.shell} data-rail={rail}>
      <a className={styles.skip} href="#content">
        {text('skip')}
      </a>
      {!narrow && (
        <div className={styles.side} data-region>
          <SideMenu rail={rail} troubled={health.troubled} />
        </div>
      )}
      {narrow && drawerOpen && (
        <Drawer label={text('mainMenu')} onClose={() => setDrawerOpen(false)}>
          <SideMenu rail={false} troubled={health.troubled} onNavigate={() => setDrawerOpen(false)} />
        </Drawer>
      )}
      <TopBar narrow={narrow} rail={rail} onMenu={narrow ? () => setDrawerOpen(true) : toggleRail} />
      {isAdmin && <ConnectionWatch onHealth={setHealth} />}
      <div className={styles.body}>
        <ShellBanners disconnected={health.disconnected} />
        <main id="content" tabIndex={-1} className={styles.main} data-region>
          {children}
        </main>
      </div>
      <Layers />
      <BackgroundListeners />
    </div>
  );
}

/** Sets the document title; a page may override it. */
function useTitle(): void {
  const text = useMessages(shellMessages);
  const section = useSection();
  const entry = menu.flatMap((group) => group.entries).find((candidate) => candidate.path === section);
  const page = entry ? `${text(entry.label)} · ${text('product')}` : text('product');
  const title = countedTitle(page, useStore(unreadCount));
  useEffect(() => {
    document.title = title;
  }, [title]);
}
