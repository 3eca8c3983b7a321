import type { User } from '@prosa/contracts/users';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { PeopleIcon } from '../../ui/icons/icons.tsx';
import { NameCell } from '../../ui/lists/NameCell.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { usePlanLimit } from '../companies/plan-limit.tsx';
import { UserDialog } from './UserDialog.tsx';
import styles from './Users.module.css';
import { users } from './users.data.ts';
import { usersMessages } from './users.messages.ts';

export function UsersPage() {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const { id: me, super: isSuper } = useSession().user;
  // Super users are edited and deleted by super users only.
  const mayEdit = (user: User) => isSuper || !user.super;
  return (
    <RecordsPage
      records={users}
      messages={usersMessages}
      icon={<PeopleIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: (user) => <Who user={user} isMe={user.id === me} /> },
        { key: 'email', header: common('email'), width: '32%', cell: ({ email }) => email },
        { key: 'profile', header: text('profile'), width: '17%', cell: ({ profile }) => text(profile) },
      ]}
      planLimit={usePlanLimit('users')}
      form={(user, handlers) => <UserDialog user={user} {...handlers} />}
      mayEdit={mayEdit}
      mayRemove={(user) => user.id !== me && mayEdit(user)}
    />
  );
}

function Who({ user: { name, online }, isMe }: { user: User; isMe: boolean }) {
  const text = useMessages(usersMessages);
  const state = text(online ? 'online' : 'offline');
  return (
    <NameCell name={name} mark={<i aria-hidden="true" title={state} className={styles.dot} data-online={online || undefined} />}>
      {isMe && <span className={styles.you}>{text('you')}</span>}
      <VisuallyHidden>{state}</VisuallyHidden>
    </NameCell>
  );
}
