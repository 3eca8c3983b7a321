import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { CheckIcon } from '../icons/icons.tsx';
import styles from './Popover.module.css';
import { Popover, type PopoverProps } from './Popover.tsx';

export type MenuItem = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Why it can not be done here: the row stays to be found and read, and does nothing. */
  unavailable?: string | undefined;
  /** One of several that exclude each other. */
  checked?: boolean;
  /** Stay open, for choices whose effect is seen at once. */
  keepOpen?: boolean;
  /** Shown under the row once it is selected, instead of closing the menu: rows of its own, by their role. */
  inside?: (close: () => void) => ReactNode;
};
export type MenuSection = { key: string; heading?: ReactNode; items: readonly MenuItem[] };
type MenuProps = Pick<PopoverProps, 'trigger' | 'label' | 'align'> & {
  items?: readonly MenuItem[];
  sections?: readonly MenuSection[];
  header?: ReactNode;
};

/** A menu of actions: arrows move, letters jump, Enter selects. */
export function Menu({ trigger, label, align = 'end', items = [], sections = [{ key: 'all', items }], header }: MenuProps) {
  return (
    <Popover trigger={trigger} label={label} align={align} role="menu" compact onKeyDown={moveFocus}>
      {(close) => (
        <>
          {header}
          {sections
            .filter((section) => section.items.length > 0)
            .map((section, index) => (
              <Fragment key={section.key}>
                {index > 0 && <hr className={styles.divider} />}
                {section.heading && <div className={styles.heading}>{section.heading}</div>}
                {section.items.map((item) => (
                  <MenuRow key={item.key} item={item} close={close} />
                ))}
              </Fragment>
            ))}
        </>
      )}
    </Popover>
  );
}

function MenuRow({ item, close }: { item: MenuItem; close: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) shown.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [isOpen]);
  if (!item.inside) return <Row item={item} close={close} />;
  return (
    <>
      <Row item={{ ...item, keepOpen: true, onSelect: () => setOpen(!isOpen) }} close={close} isOpen={isOpen} />
      {isOpen && (
        <div ref={shown} role="none">
          {item.inside(close)}
        </div>
      )}
    </>
  );
}

function Row({ item, close, isOpen }: { item: MenuItem; close: () => void; isOpen?: boolean }) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a row that can be checked says whether it is
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.checked}
      aria-expanded={isOpen}
      tabIndex={-1}
      disabled={item.disabled}
      aria-disabled={item.unavailable !== undefined || undefined}
      title={item.unavailable}
      className={classes(styles.item, item.danger && styles.itemDanger)}
      onClick={() => {
        if (item.unavailable !== undefined) return;
        if (!item.keepOpen) close();
        item.onSelect();
      }}
    >
      {item.icon}
      {item.unavailable === undefined ? (
        item.label
      ) : (
        <span className={styles.unavailable}>
          {item.label}
          <small>{item.unavailable}</small>
        </span>
      )}
      {item.checked && <CheckIcon size={16} />}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')];
  const at = rows.findIndex((row) => row.matches(':focus'));
  const next = target(event.key, rows, at);
  if (event.key === 'Tab') event.preventDefault();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function target(key: string, rows: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return rows[(at + 1) % rows.length];
  if (key === 'ArrowUp') return rows.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  return after.find((row) => row.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
