import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Queues.module.css';

export type QueueTab<N extends string> = { name: N; label: string };
type QueueTabsProps<N extends string> = {
  label: string;
  tabs: readonly QueueTab<N>[];
  chosen: N;
  onChoose: (name: N) => void;
  children: ReactNode;
};

/** Tabs inside a dialog: arrows go from one to the next. A single one is none. */
export function QueueTabs<N extends string>({ label, tabs, chosen, onChoose, children }: QueueTabsProps<N>) {
  const id = useId();
  if (tabs.length < 2) return children;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = step === 0 ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
