import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './Combobox.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

type ComboboxProps<T> = Pick<TextFieldProps, 'label' | 'labelHidden' | 'hint' | 'error' | 'placeholder' | 'leading' | 'trailing'> & {
  words: string;
  onWords: (words: string) => void;
  /** What the words found; the list is shown while there is any. */
  options: readonly T[];
  keyOf: (option: T) => string | number;
  render: (option: T) => ReactNode;
  onChoose: (option: T) => void;
  /** Said below the field: that something is sought, or that nothing was found. */
  status?: string | undefined;
};

/** A field that finds things: arrows move through what it found, Enter chooses. The focus never leaves the field. */
export function Combobox<T>({ words, onWords, options, keyOf, render, onChoose, status, ...field }: ComboboxProps<T>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const isOpen = options.length > 0;
  const current = Math.min(at, options.length - 1);
  const choose = (option: T | undefined) => {
    if (option !== undefined) onChoose(option);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') setAt((current + 1) % options.length);
    else if (event.key === 'ArrowUp') setAt((current + options.length - 1) % options.length);
    else if (event.key === 'Enter') choose(options[current]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <TextField
        {...field}
        value={words}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        onChange={(next) => {
          setAt(0);
          onWords(next);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div role="listbox" id={`${id}-list`} aria-label={field.label} className={styles.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {render(option)}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles.status}>
        {status}
      </p>
    </div>
  );
}
