import { useRef } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { TextArea, type TextAreaProps } from '../../ui/fields/TextArea.tsx';
import styles from './Connections.module.css';
import { connectionsMessages } from './connections.messages.ts';

/** What a text may stand in for: filled in when it is sent. */
const variables = ['firstName', 'name', 'greeting', 'protocol', 'queue', 'company'] as const;

/** A text the company sends by itself. While one writes it, its variables are at hand. */
export function MessageField({ value, onChange, ...rest }: TextAreaProps) {
  const text = useMessages(connectionsMessages);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const { current } = area;
    if (!current) return;
    const [start, end, piece] = [current.selectionStart, current.selectionEnd, `{{${variable}}}`];
    onChange(value.slice(0, start) + piece + value.slice(end));
    current.focus();
    requestAnimationFrame(() => current.setSelectionRange(start + piece.length, start + piece.length));
  };
  return (
    <div className={styles.message}>
      <TextArea {...rest} ref={area} value={value} onChange={onChange} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons is no set of form fields */}
      <div role="group" aria-label={text('variables')} className={styles.variables}>
        {variables.map((variable) => (
          <button
            key={variable}
            type="button"
            title={`{{${variable}}}`}
            // The field keeps the focus, and with it the place where the variable goes.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(variable)}
          >
            {text(`variable_${variable}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
