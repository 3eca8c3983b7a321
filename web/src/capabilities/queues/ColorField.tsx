import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Binding } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CheckIcon, ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import styles from './ColorField.module.css';
import { paletteMessages } from './palette.messages.ts';
import { columns, isSameColor, type Preset, palette } from './palette.ts';

type ColorFieldProps = Binding<string> & {
  /** Colours that others have, and who. */
  taken: readonly { color: string; name: string }[];
};

/** A colour as hexadecimal text, or one of the presets. */
export function ColorField({ taken, ...field }: ColorFieldProps) {
  const text = useMessages(paletteMessages);
  const common = useMessages(commonMessages);
  // People paste colours without the sign.
  const type = (typed: string) => field.onChange(/^[0-9a-f]/i.test(typed.trim()) ? `#${typed.trim()}` : typed.trim());
  return (
    <TextField
      label={common('color')}
      {...field}
      onChange={type}
      maxLength={9}
      autoComplete="off"
      spellCheck={false}
      leading={<i aria-hidden="true" className={styles.swatch} style={{ background: field.value }} />}
      trailing={
        <Popover
          label={text('presets')}
          align="end"
          trigger={(props) => (
            <IconButton {...props} label={text('choose')}>
              <ChevronDownIcon size={16} />
            </IconButton>
          )}
        >
          {(close) => (
            <Presets
              value={field.value}
              taken={taken}
              onChoose={(color) => {
                field.onChange(color);
                close();
              }}
            />
          )}
        </Popover>
      }
    />
  );
}

type PresetsProps = { value: string; taken: ColorFieldProps['taken']; onChoose: (color: string) => void };

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };

function Presets({ value, taken, onChoose }: PresetsProps) {
  const text = useMessages(paletteMessages);
  const grid = useRef<HTMLDivElement>(null);
  const chosen = palette.findIndex(({ color }) => isSameColor(color, value));
  // The popover would begin with the first of them.
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + (steps[event.key] ?? Number.NaN);
    if (!buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  };
  const labelOf = ({ hue, tone }: Preset, user: string | undefined) =>
    user === undefined ? text('tone', { hue: text(hue), n: tone }) : text('inUse', { hue: text(hue), n: tone, name: user });
  return (
    <div ref={grid} role="radiogroup" aria-label={text('presets')} className={styles.presets} onKeyDown={move}>
      {palette.map((preset, index) => {
        const user = taken.find(({ color }) => isSameColor(color, preset.color))?.name;
        const isChosen = index === chosen;
        const isEntry = index === Math.max(chosen, 0);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a radio of colour, in a grid that arrows walk in both directions
          <button
            key={preset.color}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={labelOf(preset, user)}
            title={labelOf(preset, user)}
            tabIndex={isEntry ? 0 : -1}
            data-taken={user === undefined ? undefined : ''}
            className={styles.preset}
            style={{ background: preset.color }}
            onClick={() => onChoose(preset.color)}
          >
            {isChosen && <CheckIcon size={14} />}
          </button>
        );
      })}
    </div>
  );
}
