import { queueOptionTypes } from '@prosa/contracts/queue-options';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './Menu.module.css';
import { menuMessages } from './menu.messages.ts';
import type { Editing } from './menu-tree.ts';
import type { Menu } from './useMenu.ts';

/** The words of one option, edited where it stands. */
export function OptionEditor({ menu, editing }: { menu: Menu; editing: Editing }) {
  const text = useMessages(menuMessages);
  const common = useMessages(commonMessages);
  const title = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(false);
  useEffect(() => {
    title.current?.focus();
    title.current?.select();
  }, []);
  const isBlank = editing.title.trim() === '';
  const set = (change: Partial<Editing>) => menu.setEditing({ ...editing, ...change });
  const save = () => {
    setChecked(true);
    if (isBlank) title.current?.focus();
    else void menu.save();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Enter saves in a line and breaks it in the message; the dialog around stays as it is.
    const inLine = event.target instanceof HTMLInputElement;
    const saves = event.key === 'Enter' && (inLine || event.ctrlKey || event.metaKey);
    if (saves) save();
    else if (event.key === 'Escape') menu.cancel();
    if (saves || event.key === 'Escape') event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of its fields
    <div className={styles.editor} onKeyDown={onKeyDown}>
      <div className={styles.fields}>
        <TextField
          ref={title}
          label={text('title')}
          value={editing.title}
          maxLength={200}
          autoComplete="off"
          error={checked && isBlank ? 'required' : undefined}
          onChange={(typed) => set({ title: typed })}
        />
        <Select
          label={text('type')}
          options={queueOptionTypes.map((value) => ({ value, label: text(value === 'bill' ? 'bill' : 'plain') }))}
          value={editing.type}
          onChange={(type) => set({ type })}
        />
      </div>
      <TextArea
        label={common('message')}
        hint={text(editing.type === 'bill' ? 'billHint' : 'messageHint')}
        value={editing.message}
        maxLength={10_000}
        rows={2}
        onChange={(message) => set({ message })}
      />
      <div className={styles.editorButtons}>
        <Button onClick={menu.cancel}>{common('cancel')}</Button>
        <Button kind="primary" busy={menu.busy} onClick={save}>
          {text('saveOption')}
        </Button>
      </div>
    </div>
  );
}
