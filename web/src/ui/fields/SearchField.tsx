import { type KeyboardEvent, useRef } from 'react';
import { isFreeKey, useKeys } from '../../platform/browser/shortcuts.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon, SearchIcon } from '../icons/icons.tsx';
import { TextField } from './TextField.tsx';

type SearchFieldProps = { value: string; onChange: (value: string) => void; onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void };

/** The search of a page: `/` leads into it, Esc empties it. */
export function SearchField({ value, onChange, onKeyDown }: SearchFieldProps) {
  const text = useMessages(commonMessages);
  const input = useRef<HTMLInputElement>(null);
  useKeys((event) => {
    if (event.key !== '/' || !isFreeKey(event)) return;
    event.preventDefault();
    input.current?.focus();
  });
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  const clearByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault();
      onChange('');
    }
    onKeyDown?.(event);
  };
  return (
    <TextField
      ref={input}
      label={text('search')}
      labelHidden
      role="searchbox"
      placeholder={text('search')}
      value={value}
      autoComplete="off"
      enterKeyHint="search"
      leading={<SearchIcon size={16} />}
      trailing={
        value !== '' && (
          <IconButton label={text('clearSearch')} onClick={clear}>
            <CloseIcon size={16} />
          </IconButton>
        )
      }
      onChange={onChange}
      onKeyDown={clearByKey}
    />
  );
}
