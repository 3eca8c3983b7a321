import { useRef } from 'react';
import type { FieldErrors } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import styles from './ContactDialog.module.css';
import { contactDialogMessages } from './contact-dialog.messages.ts';

type Row = { id?: number | null | undefined; name: string; value: string };
type ExtraInfoRowsProps = { rows: readonly Row[]; errors: FieldErrors; onChange: (rows: Row[]) => void };

const most = 50;

/** Anything worth knowing about a contact, as pairs of a name and a value. */
export function ExtraInfoRows({ rows, errors, onChange }: ExtraInfoRowsProps) {
  const text = useMessages(contactDialogMessages);
  const list = useRef<HTMLFieldSetElement>(null);
  const change = (index: number, news: Partial<Row>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...news } : row)));
  const add = () => {
    onChange([...rows, { name: '', value: '' }]);
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-2)?.focus());
  };
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={list} className={styles.extra}>
      <legend>{text('extra')}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new rows have nothing else to be known by
        <div key={index} className={styles.row}>
          <TextField
            label={text('infoName', { n: index + 1 })}
            labelHidden
            placeholder={text('namePlaceholder')}
            value={row.name}
            error={row.name.trim() === '' ? errors[`extraInfo.${index}.name`] : undefined}
            maxLength={100}
            onChange={(name) => change(index, { name })}
          />
          <TextField
            label={text('infoValue', { n: index + 1 })}
            labelHidden
            placeholder={text('valuePlaceholder')}
            value={row.value}
            maxLength={1000}
            onChange={(value) => change(index, { value })}
          />
          <IconButton label={text('removeInfo', { n: index + 1 })} onClick={() => remove(index)}>
            <TrashIcon />
          </IconButton>
        </div>
      ))}
      <Button data-add icon={<PlusIcon size={16} />} disabled={rows.length >= most} onClick={add}>
        {text('addInfo')}
      </Button>
    </fieldset>
  );
}
