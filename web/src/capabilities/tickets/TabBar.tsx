import type { KeyboardEvent, ReactNode } from 'react';

type TabBarProps<T extends string> = {
  label: string;
  tabs: readonly { name: T; content: ReactNode }[];
  chosen: T;
  /** `byHand` when it was pressed, so that the focus may go on to what it shows. */
  onChoose: (tab: T, byHand: boolean) => void;
  panelId: string;
  className: string | undefined;
};

/** Tabs as assistive technology knows them: one stop, arrows move between them. */
export function TabBar<T extends string>({ label, tabs, chosen, onChoose, panelId, className }: TabBarProps<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = step === 0 ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name, false);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {tabs.map(({ name, content }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={panelId}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name, true)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
