import { type IntegrationKey, integrationValues, secretKeys } from '@prosa/contracts/settings';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { showError } from '../../platform/api/errors.ts';
import { commonMessages, fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { integrationsMessages } from './integrations.messages.ts';
import styles from './Settings.module.css';
import { useSaveIntegration } from './settings.data.ts';

type Drafts = { [key in IntegrationKey]?: string };
type Values = Readonly<Record<string, string>>;
const isSecret = (key: IntegrationKey) => secretKeys.includes(key);

/** The keys of one billing system, saved together. A secret is never shown: it is kept, replaced or cleared. */
export function IntegrationForm({ keys, values }: { keys: readonly IntegrationKey[]; values: Values }) {
  const common = useMessages(commonMessages);
  const form = useIntegrationForm(keys, values);
  return (
    <form className={styles.keys} noValidate onSubmit={form.submit}>
      {keys.map((key) =>
        isSecret(key) && form.drafts[key] === undefined && values[key] ? (
          <KeptSecret key={key} name={key} shown={values[key]} onReplace={() => form.set(key, '')} />
        ) : (
          <KeyField key={key} name={key} stored={values[key] ?? ''} form={form} />
        ),
      )}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!form.dirty}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}

function useIntegrationForm(keys: readonly IntegrationKey[], values: Values) {
  const common = useMessages(commonMessages);
  const toast = useToast();
  const put = useSaveIntegration();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [errors, setErrors] = useState<Drafts>({});
  const changed = keys.filter((key) => isChanged(key, drafts[key], values[key]));
  const save = useMutation({
    // One after the other: what was saved before a refusal stays saved, and is no draft any more.
    mutationFn: async () => {
      for (const key of changed) {
        await put(key, drafts[key] ?? '').catch((error: unknown) => {
          throw new RefusedKey(key, error);
        });
        forget(key);
      }
    },
    onSuccess: () => {
      setDrafts({});
      toast.success(common('updated'));
    },
    onError: (refused) => {
      const told = refused instanceof RefusedKey && refused.cause instanceof ApiError ? refused.cause.details[0]?.message : undefined;
      if (refused instanceof RefusedKey && told) setErrors({ [refused.key]: told });
      else showError(refused instanceof RefusedKey ? refused.cause : refused);
    },
    meta: { quiet: true },
  });
  const forget = (key: IntegrationKey) => {
    setDrafts(({ [key]: _done, ...rest }) => rest);
    setErrors(({ [key]: _done, ...rest }) => rest);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Drafts = {};
    for (const key of changed) {
      const message = integrationValues[key].safeParse(drafts[key]).error?.issues[0]?.message;
      if (message) wrong[key] = message;
    }
    setErrors(wrong);
    if (Object.keys(wrong).length === 0 && changed.length > 0) save.mutate();
  };
  const set = (key: IntegrationKey, value: string) => {
    setDrafts((current) => ({ ...current, [key]: value }));
    setErrors(({ [key]: _old, ...rest }) => rest);
  };
  return { drafts, errors, set, forget, submit, dirty: changed.length > 0, busy: save.isPending };
}

class RefusedKey extends Error {
  readonly key: IntegrationKey;
  constructor(key: IntegrationKey, cause: unknown) {
    super('refused', { cause });
    this.key = key;
  }
}

/** A secret that is being replaced and left empty stays as it is: it is cleared by its own button. */
const isChanged = (key: IntegrationKey, draft: string | undefined, stored = ''): boolean =>
  draft !== undefined && (isSecret(key) ? draft.trim() !== '' : draft.trim() !== stored);

type FieldProps = { name: IntegrationKey; stored: string; form: ReturnType<typeof useIntegrationForm> };

function KeyField({ name, stored, form }: FieldProps) {
  const text = useMessages(integrationsMessages);
  const complaints = useMessages(fieldMessages);
  const error = form.errors[name];
  const props = {
    label: text(name),
    value: form.drafts[name] ?? (isSecret(name) ? '' : stored),
    error: error && (isComplaint(error) ? complaints(error) : error),
    onChange: (value: string) => form.set(name, value),
    autoComplete: 'off',
  };
  if (!isSecret(name)) return <TextField {...props} spellCheck={false} hint={name.startsWith('ip') ? text('addressHint') : undefined} />;
  return (
    <div className={styles.secret}>
      <PasswordField {...props} autoComplete="new-password" hint={text('secretHint')} />
      {stored !== '' && (
        <Button aria-label={text('keepNamed', { name: text(name) })} onClick={() => form.forget(name)}>
          {text('keep')}
        </Button>
      )}
    </div>
  );
}

const isComplaint = (key: string): key is keyof typeof fieldMessages.pt => Object.hasOwn(fieldMessages.pt, key);

function KeptSecret({ name, shown, onReplace }: { name: IntegrationKey; shown: string; onReplace: () => void }) {
  const text = useMessages(integrationsMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const put = useSaveIntegration();
  const [asking, setAsking] = useState(false);
  const clear = useMutation({
    mutationFn: () => put(name, ''),
    onSuccess: () => toast.success(common('updated')),
    onSettled: () => setAsking(false),
  });
  const named = { name: text(name) };
  return (
    <div className={styles.secret}>
      <TextField label={named.name} value={shown} readOnly onChange={() => undefined} />
      <Button aria-label={text('replaceNamed', named)} onClick={onReplace}>
        {text('replace')}
      </Button>
      <Button kind="ghost" aria-label={text('clearNamed', named)} onClick={() => setAsking(true)}>
        {text('clear')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text('clearTitle', named)}
          body={text('clearBody')}
          confirm={text('clear')}
          danger
          busy={clear.isPending}
          onConfirm={() => clear.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
