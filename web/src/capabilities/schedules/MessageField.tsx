import { useRef } from 'react';
import type { Binding } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import styles from './Schedules.module.css';
import { schedulesMessages } from './schedules.messages.ts';

const variables = ['firstName', 'name', 'greeting', 'date', 'hour', 'protocol', 'user', 'company'] as const;

/** The text, with what is filled in when it is sent. */
export function MessageField({ field, readOnly }: { field: Binding<string>; readOnly: boolean }) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const area = useRef<HTMLTextAreaElement>(null);
  const words: Record<string, string> = { required: text('required'), tooShort: text('tooShort') };
  const insert = (name: string) => {
    const { selectionStart: from = field.value.length, selectionEnd: to = from } = area.current ?? {};
    const typed = `{{${name}}}`;
    field.onChange(`${field.value.slice(0, from)}${typed}${field.value.slice(to)}`);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + typed.length, from + typed.length);
    });
  };
  const error = field.error === undefined ? undefined : (words[field.error] ?? field.error);
  return (
    <div className={styles.message}>
      <TextArea ref={area} label={common('message')} rows={5} maxLength={10_000} readOnly={readOnly} {...field} error={error} />
      {!readOnly && (
        <fieldset className={styles.variables} aria-label={text('variables')}>
          <span aria-hidden="true">{text('variables')}</span>
          {variables.map((name) => (
            <button key={name} type="button" title={`{{${name}}}`} onClick={() => insert(name)}>
              {text(`v_${name}`)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
