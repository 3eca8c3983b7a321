import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { useNavigate } from '../../platform/browser/navigation.ts';
import styles from './Settings.module.css';

/** One tab of the settings: its name in the address (`?tab=`), its words, and what it shows. */
export type SettingsTab = { name: string; label: string; panel: ReactNode };

/** The settings in tabs; the address says which. */
export function SettingsTabs({ label, tabs }: { label: string; tabs: readonly SettingsTab[] }) {
  const asked = new URLSearchParams(useSearch()).get('tab');
  const navigate = useNavigate();
  const chosen = tabs.find(({ name }) => name === asked) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = chosen ? tabs.indexOf(chosen) : 0;
    const places: Record<string, number> = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = tabs.at(places[event.key] ?? tabs.length);
    if (!next) return;
    event.preventDefault();
    navigate(addressOf(next));
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className={styles.tabbed}>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <Link
            key={tab.name}
            href={addressOf(tab)}
            role="tab"
            id={`settings-tab-${tab.name}`}
            aria-selected={tab === chosen}
            aria-controls="settings-panel"
            tabIndex={tab === chosen ? 0 : -1}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`settings-tab-${chosen?.name}`} className={styles.panel}>
        <Suspense>{chosen?.panel}</Suspense>
      </div>
    </div>
  );
}

const addressOf = ({ name }: SettingsTab) => `/settings?tab=${name}`;
