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
type Editable = Pick<User, 'id' | 'name' | 'email' | 'profile' | 'allTicket' | 'queues'>;
type UserDialogProps = { user?: Editable | undefined; title?: string; onClose: () => void; onSaved?: (user: User) => void };

const blank: UserValues = { name: '', email: '', password: '', currentPassword: '', profile: 'user', queueIds: [], allTicket: 'disable' };
const valuesOf = ({ name, email, profile, queues, allTicket }: Editable): UserValues => ({
  ...{ name, email, password: '', currentPassword: '', profile, allTicket },
  queueIds: queues.map(({ id }) => id).sort((a, b) => a - b),
});

const changesCredentials = (user: Editable, { email, password }: UserValues) =>
  password !== '' || email.trim().toLowerCase() !== user.email.toLowerCase();

export function UserDialog({ user, ...rest }: UserDialogProps) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const session = useSession();
  const [mayProfile, mayQueues, mayManage] = [useCan('user-modal:editProfile'), useCan('user-modal:editQueues'), useCan('users:manage')];
  const save = async ({ currentPassword, ...input }: z.output<typeof NewUserForm>) => {
    if (!user) return createUser(input);
    // Everybody changes their own name, email and password; what else is sent goes by the permissions.
    const { profile, queueIds, allTicket, ...own } = input;
    const rights = { ...(mayProfile && { profile }), ...(mayQueues && { queueIds }), ...(mayManage && { allTicket }) };
    const saved = await updateUser(user.id, { ...own, ...rights, ...(currentPassword && { currentPassword }) });
    if (saved.id === session.user.id) await session.refreshUser();
    return saved;
  };
  return (
    <RecordForm
      {...{ records: users, messages: usersMessages, record: user, blank, valuesOf, save, ...rest }}
      schema={user ? UserForm : NewUserForm}
      refusals={{
        ERR_EMAIL_ALREADY_EXISTS: 'email',
        ERR_LAST_ADMIN: 'profile',
        ERR_WRONG_PASSWORD: 'currentPassword',
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
        </>
      )}
    </RecordForm>
  );
}
