import type { User } from '@prosa/contracts/users';
import { useCallback, useMemo, useState } from 'react';
import { isFreeKey, useKeys } from '../../platform/browser/shortcuts.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PencilIcon, PeopleIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { ListPage } from '../../ui/lists/ListPage.tsx';
import { type ListColumn, ListTable } from '../../ui/lists/ListTable.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { UserDialog } from './UserDialog.tsx';
import styles from './Users.module.css';
import { useRemoveUser, useUserList } from './users.data.ts';
import { usersMessages } from './users.messages.ts';

type Open = { what: 'edit' | 'remove'; user: User } | { what: 'add' };

export function UsersPage() {
  const text = useMessages(usersMessages);
  const [search, setSearch] = useState('');
  const searched = useDebounced(search.trim().toLowerCase());
  const rows = useUserList(searched);
  const [open, setOpen] = useState<Open>();
  const columns = useColumns();
  const actions = useActions(setOpen);
  const edit = useCallback((user: User) => setOpen({ what: 'edit', user }), []);
  const close = () => setOpen(undefined);
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'n' || !isFreeKey(event)) return;
    event.preventDefault();
    setOpen({ what: 'add' });
  });
  const add = (
    <Button kind="primary" onClick={() => setOpen({ what: 'add' })}>
      {text('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        {...{ rows, search, searched }}
        title={text('title')}
        onSearch={setSearch}
        primary={add}
        empty={{ icon: <PeopleIcon />, body: text('noneBody') }}
      >
        <ListTable {...{ rows, columns, actions }} caption={text('title')} onOpen={edit} />
      </ListPage>
      {open?.what === 'add' && <UserDialog onClose={close} />}
      {open?.what === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.what === 'remove' && <RemoveUser user={open.user} onClose={close} />}
    </>
  );
}

function useColumns(): ListColumn<User>[] {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const [name, email, profile] = [common('name'), common('email'), text('profile')];
  return useMemo(
    () => [
      { key: 'name', header: name, leads: true, cell: (user) => <Who user={user} /> },
      { key: 'email', header: email, width: '36%', cell: (user) => user.email },
      { key: 'profile', header: profile, width: '18%', cell: (user) => <ProfileOf user={user} /> },
    ],
    [name, email, profile],
  );
}

function Who({ user: { id, name, online } }: { user: User }) {
  const text = useMessages(usersMessages);
  const session = useSession();
  const state = text(online ? 'online' : 'offline');
  return (
    <span className={styles.who}>
      <i aria-hidden="true" title={state} className={styles.dot} data-online={online || undefined} />
      <span className={styles.name}>{name}</span>
      {id === session.user.id && <span className={styles.you}>{text('you')}</span>}
      <VisuallyHidden>{state}</VisuallyHidden>
    </span>
  );
}

function ProfileOf({ user }: { user: User }) {
  return useMessages(usersMessages)(user.profile);
}

/** Nobody removes themselves. */
function useActions(open: (what: Open) => void) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const { id: me } = useSession().user;
  return (user: User): RowAction[] => {
    const { name } = user;
    const remove: RowAction = {
      key: 'remove',
      label: text('removeNamed', { name }),
      short: common('delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => open({ what: 'remove', user }),
    };
    const edit: RowAction = {
      key: 'edit',
      label: text('editNamed', { name }),
      short: common('edit'),
      icon: <PencilIcon />,
      onSelect: () => open({ what: 'edit', user }),
    };
    return user.id === me ? [edit] : [edit, remove];
  };
}

function RemoveUser({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const text = useMessages(usersMessages);
  const common = useMessages(commonMessages);
  const remove = useRemoveUser();
  return <RemoveDialog {...{ id, remove, onClose }} title={common('deleteTitle', { name })} removed={text('removed')} />;
}
