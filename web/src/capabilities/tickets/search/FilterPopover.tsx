import { useState } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../../../ui/icons/icons.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import styles from './Search.module.css';
import { searchMessages } from './search.messages.ts';

type FilterPopoverProps = {
  label: string;
  options: readonly { id: number; name: string; color?: string }[];
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
  /** Said when there is nothing to choose from. */
  nothing: string;
};
const manyOptions = 8;

/** Several of many, on a button that says how many. */
export function FilterPopover({ label, options, chosen, onChoose, nothing }: FilterPopoverProps) {
  const text = useMessages(searchMessages);
  const common = useMessages(commonMessages);
  const [words, setWords] = useState('');
  const shown = options.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const toggle = (id: number, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <Button {...props}>
          {chosen.length > 0 ? `${label} · ${chosen.length}` : label}
          <ChevronDownIcon size={14} />
        </Button>
      )}
    >
      <div className={styles.options}>
        {options.length > manyOptions && (
          <TextField label={common('search')} labelHidden placeholder={common('search')} value={words} onChange={setWords} />
        )}
        {options.length === 0 && <p className={styles.quiet}>{nothing}</p>}
        {shown.map(({ id, name, color }) => (
          <Checkbox
            key={id}
            label={
              <span className={styles.option}>
                {color && <i style={{ background: color }} aria-hidden="true" />}
                {name}
              </span>
            }
            checked={chosen.includes(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
        {chosen.length > 0 && (
          <Button kind="ghost" onClick={() => onChoose([])}>
            {text('clearFilter')}
          </Button>
        )}
      </div>
    </Popover>
  );
}
