import type { Template } from '@prosa/contracts/connections';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type Language, localeOf, useLanguage, useMessages } from '../../../platform/language/messages.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { SearchIcon } from '../../../ui/icons/icons.tsx';
import { SkeletonRows } from '../../../ui/Skeleton.tsx';
import styles from './TemplateDialog.module.css';
import { templatesMessages } from './templates.messages.ts';
import { keyOf } from './templates.rules.ts';

type TemplateListProps = {
  search: string;
  /** Still loading without. */
  found: readonly Template[] | undefined;
  chosen: Template | undefined;
  onSearch: (search: string) => void;
  onChoose: (template: Template) => void;
  /** Enter or a click: on to filling it in. */
  onTaken: () => void;
};

/** Searched by typing, gone through with the arrows. */
export function TemplateList({ search, found: loaded, chosen, onSearch, onChoose, onTaken }: TemplateListProps) {
  const found = loaded ?? [];
  const text = useMessages(templatesMessages);
  const id = useId();
  const at = chosen ? found.indexOf(chosen) : -1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by === undefined ? undefined : found[(at + by + found.length) % found.length];
    if (next) onChoose(next);
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) onTaken();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.choosing}>
      <TextField
        label={text('search')}
        labelHidden
        placeholder={text('search')}
        leading={<SearchIcon size={16} />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        autoComplete="off"
        value={search}
        onChange={onSearch}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={text('list')} className={styles.list}>
        {found.map((template, place) => (
          <Option
            key={keyOf(template)}
            id={`${id}-${place}`}
            template={template}
            isChosen={template === chosen}
            onChoose={() => {
              onChoose(template);
              // The fields are those of the template chosen, from the next frame on.
              requestAnimationFrame(onTaken);
            }}
          />
        ))}
      </div>
      {!loaded && <SkeletonRows />}
      {loaded?.length === 0 && (
        <p role="status" className={styles.nothing}>
          {text('nothing', { x: search.trim() })}
        </p>
      )}
    </div>
  );
}

type OptionProps = { id: string; template: Template; isChosen: boolean; onChoose: () => void };

function Option({ id, template, isChosen, onChoose }: OptionProps) {
  const text = useMessages(templatesMessages);
  const { language } = useLanguage();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div ref={row} id={id} role="option" aria-selected={isChosen} className={styles.option} onClick={onChoose}>
      <b>{template.name}</b>
      <span className={styles.kind}>
        {text(template.category)} · {languageName(template.language, language)}
      </span>
      <span className={styles.excerpt} title={template.body}>
        {template.body}
      </span>
    </div>
  );
}

/** português (Brasil) for `pt_BR`, in the reader's language; the code where nobody knows it. */
function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([localeOf(language)], { type: 'language' }).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
