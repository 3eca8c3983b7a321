import { quickMessageLimits } from '@prosa/contracts/quick-messages';
import { Suspense, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import type { RecordMessages } from '../../ui/records/record-messages.ts';
import { FileField } from './FileField.tsx';
import styles from './QuickMessages.module.css';
import {
  QuickMessageForm,
  type QuickMessageRow,
  type QuickMessageValues,
  quickMessages,
  saveQuickMessage,
  useRankedQuickMessages,
} from './quick-messages.data.ts';
import { quickMessagesMessages } from './quick-messages.messages.ts';
import { messageTextSlot } from './slots.ts';
import { bare, plain } from './suggest.ts';
import { fillVariables, variableNames } from './variables.ts';

type QuickMessageDialogProps = { record: QuickMessageRow | undefined; onClose: () => void; onSaved: (row: QuickMessageRow) => void };

const blank: QuickMessageValues = { shortcode: '', message: '', shared: false, file: null };
const valuesOf = ({ shortcode, message, shared }: QuickMessageRow): QuickMessageValues => ({ shortcode, message, shared, file: null });
const { pt, en, es } = quickMessagesMessages;
const adding: RecordMessages = { pt: { saved: pt.added }, en: { saved: en.added }, es: { saved: es.added } };
const editing: RecordMessages = { pt: { saved: pt.updated }, en: { saved: en.updated }, es: { saved: es.updated } };
/** What follows the slash in the chat: one word, without the slash. */
const asShortcode = (typed: string) => bare(typed.trimStart()).replace(/\s+/g, '-');

/** As the check counts: a character outside the basic plane, such as most emoji, is one. */
const lengthOf = (message: string) => Array.from(message.trim()).length;

export function QuickMessageDialog({ record, ...rest }: QuickMessageDialogProps) {
  const text = useMessages(quickMessagesMessages);
  const mayShare = useCan('quick-messages:share');
  const area = useRef<HTMLTextAreaElement>(null);
  const isTaken = useTaken(record?.id);
  // Once stored it is changed from then on, also when its file could not be.
  const stored = useRef(record?.id);
  const save = (input: Parameters<typeof saveQuickMessage>[1]) =>
    saveQuickMessage(stored.current, input, (id) => {
      stored.current = id;
    });
  return (
    <RecordForm
      {...{ records: quickMessages, record, blank, valuesOf, save, ...rest }}
      messages={record ? editing : adding}
      title={text(record ? 'editTitle' : 'addTitle')}
      schema={QuickMessageForm}
      wide
    >
      {({ field, values }) => {
        const [shortcode, message] = [field('shortcode'), field('message')];
        const insert = (name: string) => insertAt(area.current, values.message, `{{${name}}}`, message.onChange);
        return (
          <>
            <TextField
              label={text('shortcode')}
              autoComplete="off"
              leading="/"
              {...shortcode}
              onChange={(typed) => shortcode.onChange(asShortcode(typed))}
              hint={text(isTaken(values.shortcode) ? 'taken' : 'shortcodeHint')}
            />
            <TextArea
              ref={area}
              label={text('message')}
              rows={5}
              {...message}
              hint={text('counter', { n: lengthOf(values.message), max: quickMessageLimits.message })}
            />
            <Variables onChoose={insert} />
            <FileField record={record} chosen={values.file} onChoose={field('file').onChange} />
            {mayShare && (
              <div>
                <Switch label={text('share')} on={values.shared === true} onChange={field('shared').onChange} />
                <p className={styles.hint}>{text('shareHint')}</p>
              </div>
            )}
            <Preview message={values.message} />
          </>
        );
      }}
    </RecordForm>
  );
}

/** Two may have the same shortcode, one's own and a shared one for instance; it is only said. */
function useTaken(id: number | undefined): (shortcode: string) => boolean {
  const { data = [] } = useRankedQuickMessages(true);
  return (shortcode) => shortcode !== '' && data.some((other) => other.id !== id && plain(bare(other.shortcode)) === plain(shortcode));
}

function insertAt(area: HTMLTextAreaElement | null, words: string, piece: string, write: (words: string) => void): void {
  const [from, to] = [area?.selectionStart ?? words.length, area?.selectionEnd ?? words.length];
  write(words.slice(0, from) + piece + words.slice(to));
  area?.focus();
  requestAnimationFrame(() => area?.setSelectionRange(from + piece.length, from + piece.length));
}

function Variables({ onChoose }: { onChoose: (name: string) => void }) {
  const text = useMessages(quickMessagesMessages);
  return (
    <fieldset className={styles.variables}>
      <legend>{text('variables')}</legend>
      {variableNames.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.variable}
          aria-label={text('insertVariable', { x: text(name) })}
          title={`{{${name}}}`}
          onClick={() => onChoose(name)}
        >
          {text(name)}
        </button>
      ))}
    </fieldset>
  );
}

/** As a customer would read it now. */
function Preview({ message }: { message: string }) {
  const text = useMessages(quickMessagesMessages);
  const { user } = useSession();
  const [now] = useState(() => new Date());
  const filled = fillVariables(message.trim(), {
    name: text('sampleName'),
    protocol: '20261116-0001',
    user: user.name,
    queue: text('sampleQueue'),
    company: user.company.name,
    at: now,
  });
  return (
    <section className={styles.preview} aria-label={text('preview')}>
      <h3>{text('preview')}</h3>
      {filled === '' ? (
        <p className={styles.hint}>{text('noPreview')}</p>
      ) : (
        <div className={styles.bubble}>
          <Suspense fallback={filled}>
            <messageTextSlot.Slot text={filled} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
