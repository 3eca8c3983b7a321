import type { ReactNode } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../IconButton.tsx';
import { MoreIcon } from '../icons/icons.tsx';
import { Menu } from '../overlays/Menu.tsx';
import styles from './ListTable.module.css';

/** One action of a row: named in full for the button, in short for the menu of a narrow screen. */
export type RowAction = {
  key: string;
  label: string;
  short: string;
  icon: ReactNode;
  danger?: boolean;
  /** The key that does it while the row has the focus. */
  letter?: string;
  onSelect: () => void;
};

export function RowActions({ actions, narrow }: { actions: readonly RowAction[]; narrow: boolean }) {
  const text = useMessages(commonMessages);
  if (narrow)
    return (
      <Menu
        label={text('more')}
        trigger={(props) => (
          <IconButton {...props} label={text('more')}>
            <MoreIcon />
          </IconButton>
        )}
        items={actions.map(({ label: _full, letter: _key, short, ...rest }) => ({ ...rest, label: short }))}
      />
    );
  return (
    <span className={styles.buttons}>
      {actions.map(({ key, label, icon, onSelect }) => (
        <IconButton key={key} label={label} onClick={onSelect}>
          {icon}
        </IconButton>
      ))}
    </span>
  );
}
