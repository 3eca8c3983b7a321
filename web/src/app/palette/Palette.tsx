import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { SearchIcon } from '../../ui/icons/icons.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type Entry, type Group, useEntries } from './entries.tsx';
import styles from './Palette.module.css';
import { paletteMessages } from './palette.messages.ts';
import { rememberUse } from './recent.ts';

/** The command palette: pages, actions, tickets and contacts. Every row shows its shortcut. */
export function Palette({ onClose }: { onClose: () => void }) {
  const text = useMessages(paletteMessages);
  const narrow = useMedia(narrowScreen);
  const id = useId();
  const { user } = useSession();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isSearching } = useEntries(typed);
  const entries = groups.flatMap((group) => group.entries);
  const current = Math.min(at, entries.length - 1);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    rememberUse(user.id, entry.id);
    onClose();
    // Once the palette has given the focus back: what is opened now takes it from there, and gives it back there.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event, current, entries.length);
    if (event.nativeEvent.isComposing || (next === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (next === undefined) choose(entries[current]);
    else setAt(next);
  };
  return (
    <DialogFrame labelledBy={`${id}-title`} size="form" onClose={onClose}>
      <div className={styles.palette}>
        <VisuallyHidden>
          <h2 id={`${id}-title`}>{text('title')}</h2>
        </VisuallyHidden>
        <div className={styles.head}>
          {isSearching ? <Spinner /> : <SearchIcon />}
          <input
            // biome-ignore lint/a11y/noAutofocus: the palette is opened to type in it
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
            aria-label={text('placeholder')}
            placeholder={text(narrow ? 'title' : 'placeholder')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <List {...{ id, groups, current }} label={text('title')} onChoose={choose} />
        <p role="status" className={styles.nothing}>
          {entries.length === 0 && !isSearching && text('nothing', { x: typed.trim() })}
        </p>
      </div>
    </DialogFrame>
  );
}

function target(event: KeyboardEvent, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (event.key === 'ArrowDown') return (at + 1) % count;
  if (event.key === 'ArrowUp') return (at + count - 1) % count;
  if (event.key === 'PageDown') return Math.min(at + 8, count - 1);
  if (event.key === 'PageUp') return Math.max(at - 8, 0);
  return undefined;
}

type ListProps = { id: string; groups: Group[]; current: number; label: string; onChoose: (entry: Entry) => void };
function List({ id, groups, current, label, onChoose }: ListProps) {
  const text = useMessages(paletteMessages);
  const places = new Map(groups.flatMap(({ entries }) => entries).map((entry, index) => [entry, index]));
  return (
    <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of form fields
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div id={`${id}-${name}`} className={styles.heading}>
            {text(name)}
          </div>
          {entries.map((entry) => {
            const place = places.get(entry) ?? 0;
            return <Option key={entry.id} id={`${id}-${place}`} entry={entry} isCurrent={place === current} onChoose={onChoose} />;
          })}
        </div>
      ))}
    </div>
  );
}

function Option({ id, entry, isCurrent, onChoose }: { id: string; entry: Entry; isCurrent: boolean; onChoose: (entry: Entry) => void }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div ref={row} id={id} role="option" aria-selected={isCurrent} className={styles.option} onClick={() => onChoose(entry)}>
      {entry.icon}
      <span className={styles.label} title={entry.label}>
        {entry.label}
      </span>
      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
      {entry.keys && <Keys keys={entry.keys} />}
    </div>
  );
}
