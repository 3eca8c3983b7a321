import { profiles } from '@prosa/contracts/permissions';
import type { User } from '@prosa/contracts/users';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { type Draft, useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useStale } from '../../platform/live/stale.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { StaleBanner } from '../../ui/lists/StaleBanner.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { QueueChoice } from '../queues/QueueChoice.tsx';
import styles from './Users.module.css';
import { blank, NewUserForm, UserForm, valuesOf } from './user-form.ts';
import { type Editable, useSaveUser, useUserChange } from './users.data.ts';
import { usersMessages } from './users.messages.ts';

type UserDialogProps = {
  /** Whom to edit; a new person without. */
  user?: Editable | undefined;
  /** Instead of the words for editing a user. */
  title?: string | undefined;
  onClose: () => void;
  onSaved?: ((user: User) => void) | undefined;
};

export function UserDialog({ user, title, onClose, onSaved }: UserDialogProps) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const save = useSaveUser(user);
  const draft = useDraft(user ? UserForm : NewUserForm, user ? valuesOf(user) : blank);
  const allowed = useAllowed();
  const stale = useStale(draft, user && valuesOf(user), save.isPending);
  useUserChange(user?.id, (now) => stale.hear(valuesOf(now)));
  const submit = draft.onSubmit((input) =>
    save.mutate(
      { create: input, update: allowed(input) },
      {
        onSuccess: (saved) => {
          toast.success(common('done'));
          onSaved?.(saved);
          onClose();
        },
        onError: (error) => {
          if (!draft.refuse(error) && !placeOf(error)) showError(error);
        },
      },
    ),
  );
  const place = placeOf(save.error);
  return (
    <Dialog
      title={title ?? text(user ? 'edit' : 'add')}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} onCancel={onClose} />}
    >
      <div className={styles.form}>
        <StaleBanner stale={stale} />
        {place === 'form' && (
          <Banner tone="danger" inset urgent>
            {isPlanLimit(save.error) ? text('planLimit', { n: limitOf(save.error) }) : errorText(save.error)}
          </Banner>
        )}
        <Fields {...{ draft, user }} refused={place && { place, words: errorText(save.error) }} onChange={save.reset} />
      </div>
    </Dialog>
  );
}

type Values = z.output<typeof NewUserForm>;

/** Everybody changes their own name, email and password; what else is sent goes by the permissions. */
function useAllowed() {
  const mayProfile = useCan('user-modal:editProfile');
  const mayQueues = useCan('user-modal:editQueues');
  const mayManage = useCan('users:manage');
  return ({ name, email, password, profile, queueIds, allTicket }: Values) => ({
    name,
    email,
    password,
    ...(mayProfile && { profile }),
    ...(mayQueues && { queueIds }),
    ...(mayManage && { allTicket }),
  });
}

type Place = 'email' | 'profile' | 'form';
const places: Record<string, Place> = {
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_LAST_ADMIN: 'profile',
  ERR_USER_CREATION_DISABLED: 'form',
  ERR_PLAN_LIMIT: 'form',
};
/** Where a refusal is said; nowhere in the form for others. */
const placeOf = (error: unknown) => (error instanceof ApiError ? places[error.code] : undefined);
const isPlanLimit = (error: unknown) => error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT';
const limitOf = (error: unknown) =>
  error instanceof ApiError ? (z.object({ limit: z.number() }).safeParse(error.body).data?.limit ?? '') : '';

type FieldsProps = {
  draft: Draft<typeof NewUserForm>;
  user: Editable | undefined;
  refused: { place: Place; words: string } | undefined;
  /** What was refused may be right now. */
  onChange: () => void;
};

function Fields({ draft: { values, errors, set, leave }, user, refused, onChange }: FieldsProps) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const at = (place: Place) => (refused?.place === place ? refused.words : undefined);
  return (
    <>
      <TextField
        label={common('name')}
        value={values.name}
        error={errors.name}
        autoComplete="off"
        onChange={(name) => set('name', name)}
        onBlur={() => leave('name')}
      />
      <TextField
        label={common('email')}
        type="email"
        value={values.email}
        error={errors.email ?? at('email')}
        autoComplete="off"
        onChange={(email) => {
          if (refused?.place === 'email') onChange();
          set('email', email);
        }}
        onBlur={() => leave('email')}
      />
      <PasswordField
        label={common('password')}
        value={values.password}
        error={errors.password}
        hint={user ? text('keepPassword') : undefined}
        autoComplete="new-password"
        onChange={(password) => set('password', password)}
        onBlur={() => leave('password')}
      />
      <Rights {...{ values, set, onChange }} refused={at('profile')} />
    </>
  );
}

type RightsProps = Pick<Draft<typeof NewUserForm>, 'values' | 'set'> & { refused: string | undefined; onChange: () => void };

/** What only who manages people may give. */
function Rights({ values, set, refused, onChange }: RightsProps) {
  const text = useMessages(usersMessages);
  const mayProfile = useCan('user-modal:editProfile');
  const mayQueues = useCan('user-modal:editQueues');
  const mayManage = useCan('users:manage');
  return (
    <>
      {mayProfile && (
        <Select
          label={text('profile')}
          value={values.profile ?? 'user'}
          error={refused}
          options={profiles.map((value) => ({ value, label: text(value) }))}
          onChange={(profile) => {
            if (refused) onChange();
            set('profile', profile);
          }}
        />
      )}
      {mayQueues && <QueueChoice chosen={values.queueIds ?? []} onChoose={(queueIds) => set('queueIds', queueIds)} />}
      {mayManage && (
        <Switch
          label={text('allTicket')}
          on={values.allTicket === 'enable'}
          onChange={(on) => set('allTicket', on ? 'enable' : 'disable')}
        />
      )}
    </>
  );
}
