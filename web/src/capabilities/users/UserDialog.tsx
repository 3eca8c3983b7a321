import { profiles } from '@prosa/contracts/permissions';
import type { User } from '@prosa/contracts/users';
import type { z } from 'zod';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { QueueChoice } from '../queues/QueueChoice.tsx';
import { createUser, NewUserForm, UserForm, type UserValues, updateUser, users } from './users.data.ts';
import { usersMessages } from './users.messages.ts';

/** As lists show a person; whether they are online is nothing a form edits. */
type Editable = Pick<User, 'id' | 'name' | 'email' | 'profile' | 'allTicket' | 'super' | 'queues'>;
type UserDialogProps = { user?: Editable | undefined; title?: string; onClose: () => void; onSaved?: (user: User) => void };

const blank: UserValues = {
  ...{ name: '', email: '', password: '', currentPassword: '' },
  ...{ profile: 'user', queueIds: [], allTicket: 'disable', super: false },
};
const valuesOf = ({ name, email, profile, queues, allTicket, super: isSuper }: Editable): UserValues => ({
  ...{ name, email, password: '', currentPassword: '', profile, allTicket, super: isSuper },
  queueIds: queues.map(({ id }) => id).sort((a, b) => a - b),
});

const changesCredentials = (user: Editable, { email, password }: UserValues) =>
  password !== '' || email.trim().toLowerCase() !== user.email.toLowerCase();

/** Saves what the person may change, and reads the session again after a change of oneself. */
function useSaveUser(user: Editable | undefined) {
  const session = useSession();
  const [mayProfile, mayQueues, mayManage] = [useCan('user-modal:editProfile'), useCan('user-modal:editQueues'), useCan('users:manage')];
  const save = async ({ currentPassword, super: isSuper = false, ...input }: z.output<typeof NewUserForm>) => {
    const flag = session.user.super && { super: isSuper };
    if (!user) return createUser({ ...input, ...flag });
    // Everybody changes their own name, email and password; what else is sent goes by the permissions.
    const { profile, queueIds, allTicket, ...own } = input;
    const rights = {
      ...(mayProfile && { profile }),
      ...(mayQueues && { queueIds }),
      ...(mayManage && { allTicket }),
      ...flag,
    };
    const saved = await updateUser(user.id, { ...own, ...rights, ...(currentPassword && { currentPassword }) });
    if (saved.id === session.user.id) await session.refreshUser();
    return saved;
  };
  return { session, mayProfile, mayQueues, mayManage, save };
}

export function UserDialog({ user, ...rest }: UserDialogProps) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const { session, mayProfile, mayQueues, mayManage, save } = useSaveUser(user);
  return (
    <RecordForm
      {...{ records: users, messages: usersMessages, record: user, blank, valuesOf, save, ...rest }}
      schema={user ? UserForm : NewUserForm}
      refusals={{
        ERR_EMAIL_ALREADY_EXISTS: 'email',
        ERR_LAST_ADMIN: 'profile',
        ERR_WRONG_PASSWORD: 'currentPassword',
        ERR_LAST_SUPER: 'form',
        ERR_USER_CREATION_DISABLED: 'form',
      }}
    >
      {({ field, values }) => (
        <>
          <TextField label={common('name')} autoComplete="off" {...field('name')} />
          <TextField label={common('email')} type="email" autoComplete="off" {...field('email')} />
          <PasswordField
            label={common('password')}
            hint={user && text('keepPassword')}
            autoComplete="new-password"
            {...field('password')}
          />
          {user?.id === session.user.id && changesCredentials(user, values) && (
            <PasswordField
              label={text('currentPassword')}
              hint={text('whyCurrentPassword')}
              autoComplete="current-password"
              {...field('currentPassword')}
            />
          )}
          {mayProfile && (
            <Select label={text('profile')} options={profiles.map((value) => ({ value, label: text(value) }))} {...field('profile')} />
          )}
          {mayQueues && <QueueChoice {...field('queueIds')} />}
          {mayManage && (
            <Switch
              label={text('allTicket')}
              on={values.allTicket === 'enable'}
              onChange={(on) => field('allTicket').onChange(on ? 'enable' : 'disable')}
            />
          )}
          {/* Super users exist in the platform's company only. */}
          {session.user.super && <Switch label={text('super')} on={values.super === true} onChange={field('super').onChange} />}
        </>
      )}
    </RecordForm>
  );
}
