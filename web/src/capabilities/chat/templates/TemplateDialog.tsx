import type { Template } from '@prosa/contracts/connections';
import type { Ticket } from '@prosa/contracts/tickets';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { SaveButtons } from '../../../ui/fields/SaveButtons.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { TemplateIcon } from '../../../ui/icons/chat-icons.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import type { Written } from '../messages/outbox.data.ts';
import { MessageText } from '../thread/MessageText.tsx';
import styles from './TemplateDialog.module.css';
import { TemplateList } from './TemplateList.tsx';
import { useTemplateList } from './templates.data.ts';
import { templatesMessages } from './templates.messages.ts';
import { clean, contextOf, fillIn, findTemplates, firstValues, keyOf, placesOf, toMessage } from './templates.rules.ts';

const longestValue = 1024;
type TemplateDialogProps = { ticket: Ticket; onSend: (written: Written) => void; onClose: () => void };

/** An approved template: found, filled in with the reader's text in view, and sent. */
export function TemplateDialog({ ticket, onSend, onClose }: TemplateDialogProps) {
  const text = useMessages(templatesMessages);
  const templates = useTemplateList(ticket.whatsappId);
  const [search, setSearch] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const found = findTemplates(templates.data ?? [], search);
  const chosen = found.find((template) => keyOf(template) === chosenKey) ?? found[0];
  const filling = useFilling(chosen, ticket.contact.name);
  const fields = useRef<HTMLDivElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !filling.isComplete()) return;
    onSend({ body: fillIn(chosen, filling.values), template: toMessage(chosen, filling.values) });
    onClose();
  };
  const isEmpty = templates.data?.length === 0;
  return (
    <Dialog
      title={text('title')}
      wide
      dirty={filling.isDirty}
      onClose={onClose}
      onSubmit={send}
      footer={chosen && <SaveButtons label={text('send')} />}
    >
      {isEmpty && <EmptyState icon={<TemplateIcon />} title={text('none')} body={text('noneBody')} />}
      {!templates.data && templates.isError && <Failed onRetry={() => void templates.refetch()} />}
      {/* There from the first moment on, so that what is typed while the list loads is not lost. */}
      {!isEmpty && (templates.data || !templates.isError) && (
        <div className={styles.columns}>
          <TemplateList
            {...{ search, chosen }}
            found={templates.data && found}
            onSearch={setSearch}
            onChoose={(template) => setChosenKey(keyOf(template))}
            onTaken={() => focusFirst(fields.current)}
          />
          {chosen && (
            <div ref={fields} className={styles.filling}>
              <Variables key={keyOf(chosen)} template={chosen} filling={filling} />
              <Preview title={text('preview', { name: ticket.contact.name })}>
                <MessageText text={fillIn(chosen, filling.values)} />
              </Preview>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What is filled in, template by template: looking at another one loses nothing. */
function useFilling(template: Template | undefined, contactName: string) {
  const [filled, setFilled] = useState<ReadonlyMap<string, string[]>>(new Map());
  const [isChecked, setChecked] = useState(false);
  const key = template ? keyOf(template) : '';
  const values = filled.get(key) ?? (template ? firstValues(template, contactName) : []);
  const isMissing = (value: string) => clean(value) === '';
  return {
    values,
    isDirty: filled.size > 0,
    errorOf: (index: number) => (isChecked && isMissing(values[index] ?? '') ? 'required' : undefined),
    set: (index: number, value: string) => setFilled(new Map(filled).set(key, values.with(index, value))),
    isComplete(): boolean {
      setChecked(true);
      return !values.some(isMissing);
    },
  };
}

function Variables({ template, filling }: { template: Template; filling: ReturnType<typeof useFilling> }) {
  const text = useMessages(templatesMessages);
  return placesOf(template).map((number, index) => (
    <TextField
      key={number}
      label={text('variable', { n: number })}
      hint={contextOf(template, number)}
      maxLength={longestValue}
      autoComplete="off"
      data-variable
      value={filling.values[index] ?? ''}
      error={filling.errorOf(index)}
      onChange={(value) => filling.set(index, value)}
      onKeyDown={(event) => {
        // Enter leads through the fields; in the last one it sends.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        const all = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('[data-variable]') ?? [])];
        const next = all[all.indexOf(event.currentTarget) + 1];
        if (!next) return;
        event.preventDefault();
        next.focus();
      }}
    />
  ));
}

function Preview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={styles.preview} aria-live="polite">
      <figcaption>{title}</figcaption>
      <div className={styles.bubble}>{children}</div>
    </figure>
  );
}

/** To the first place that is still empty; where all are filled, to the button that sends. */
function focusFirst(fields: HTMLElement | null): void {
  const inputs = [...(fields?.querySelectorAll<HTMLInputElement>('[data-variable]') ?? [])];
  const button = fields?.closest('form')?.querySelector<HTMLElement>('button[type=submit]');
  (inputs.find(({ value }) => value === '') ?? inputs[0] ?? button)?.focus();
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const text = useMessages(templatesMessages);
  const common = useMessages(commonMessages);
  return (
    <div role="alert">
      <EmptyState title={text('failed')} action={<Button onClick={onRetry}>{common('tryAgain')}</Button>} />
    </div>
  );
}
