import { useId, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages, fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PaperclipIcon, SendIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { Code, Tabs } from './CodeTabs.tsx';
import styles from './MessagesApi.module.css';
import { testForm, useFetchToken, useLines, useSendTest } from './messages-api.data.ts';
import { messagesApiMessages } from './messages-api.messages.ts';

type Kind = 'text' | 'media';
type Typed = { token: string; number: string; body: string; file: File | null };
const blank: Typed = { token: '', number: '', body: '', file: null };

/** Sends one message as a program would. What was typed stays, so that it can be sent again. */
export function TestForm() {
  const text = useMessages(messagesApiMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const panelId = useId();
  const [kind, setKind] = useState<Kind>('text');
  const draft = useDraft(testForm(kind), blank);
  const send = useSendTest();
  const submit = draft.onSubmit((typed) =>
    send.mutate({ ...typed, file: kind === 'media' ? typed.file : null }, { onSuccess: () => toast.success(text('sent')) }),
  );
  const number = draft.field('number');
  return (
    <section className={styles.test} aria-labelledby="api-test">
      <h2 id="api-test">{text('test')}</h2>
      <p>{text('testAbout')}</p>
      <Tabs
        label={text('kind')}
        choices={[
          { name: 'text', label: text('text') },
          { name: 'media', label: text('media') },
        ]}
        chosen={kind}
        panelId={panelId}
        onChoose={setKind}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${kind}`}>
        <form noValidate className={styles.form} onSubmit={submit}>
          <TokenChoice onToken={(token) => draft.set('token', token)} />
          <PasswordField label={text('token')} autoComplete="off" {...draft.field('token')} />
          <TextField
            label={common('number')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={50}
            hint="5511999998888"
            {...number}
            onChange={(typed) => number.onChange(typed.replaceAll(/\D/g, ''))}
          />
          {kind === 'media' && (
            <FileField chosen={draft.values.file} error={draft.errors.file} onChoose={(file) => draft.set('file', file)} />
          )}
          <TextArea label={kind === 'media' ? text('caption') : common('message')} rows={4} {...draft.field('body')} />
          <Button kind="primary" type="submit" icon={<SendIcon size={16} />} busy={send.isPending}>
            {text('send')}
          </Button>
        </form>
      </div>
      <Outcome sent={send.data} error={send.error} />
    </section>
  );
}

function TokenChoice({ onToken }: { onToken: (token: string) => void }) {
  const text = useMessages(messagesApiMessages);
  const lines = useLines();
  const fetchToken = useFetchToken();
  const [chosen, setChosen] = useState('');
  if (!lines.data || lines.data.length === 0) return null;
  const choose = (id: string) => {
    setChosen(id);
    fetchToken.mutate(Number(id), { onSuccess: onToken });
  };
  return (
    <Select
      label={text('useToken')}
      placeholder={text('choose')}
      value={chosen}
      options={lines.data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={choose}
    />
  );
}

type FileFieldProps = { chosen: File | null; error: string | undefined; onChoose: (file: File) => void };

function FileField({ chosen, error, onChoose }: FileFieldProps) {
  const text = useMessages(messagesApiMessages);
  const complaints = useMessages(fieldMessages);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <fieldset className={styles.file}>
      <legend>{text('file')}</legend>
      <Button
        icon={<PaperclipIcon size={16} />}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {text('chooseFile')}
      </Button>
      <span id={id} className={styles.fileName}>
        {chosen ? chosen.name : text('noFile')}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('file')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      {error && (
        <span role="alert" className={styles.complaint}>
          {complaints('required')}
        </span>
      )}
    </fieldset>
  );
}

/** What the API answered, as a program would see it. */
function Outcome({ sent, error }: { sent: unknown; error: unknown }) {
  const text = useMessages(messagesApiMessages);
  if (error instanceof ApiError)
    return (
      <div className={styles.outcome} role="status">
        <strong className={styles.bad}>{error.status > 0 ? text('failed', { status: error.status }) : text('unreached')}</strong>
        <Code label={text('answer')} source={typeof error.body === 'string' ? error.body : JSON.stringify(error.body, undefined, 2)} />
      </div>
    );
  if (!sent) return null;
  return (
    <div className={styles.outcome} role="status">
      <strong className={styles.good}>{text('failed', { status: 200 })}</strong>
      <Code label={text('answer')} source={JSON.stringify(sent, undefined, 2)} />
    </div>
  );
}
