import type { RequestOf } from '@prosa/contracts/kit';
import { type User, userLive, usersApi } from '@prosa/contracts/users';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Change } from '../../platform/lists/long-list.ts';
import { type LongListView, useLongList } from '../../platform/lists/useLongList.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSession } from '../../platform/session/session.tsx';

/** As lists show a person; whether they are online is nothing a form edits. */
export type Editable = Pick<User, 'id' | 'name' | 'email' | 'profile' | 'allTicket' | 'queues'>;

/** The people a search finds, who came last first, current while they are seen. */
export function useUserList(search: string): LongListView<User> {
  const rows = useLongList<User>({
    key: ['users', 'list', search],
    compare: (a, b) => b.id - a.id,
    fetchPage: async (pageNumber) => {
      const { users, count, hasMore } = await call(usersApi.list, { query: { searchParam: search, pageNumber } });
      return { items: users, count, hasMore };
    },
  });
  useLive(userLive, (event) => rows.hear(changeOf(event, search)));
  return rows;
}

function changeOf(event: z.output<typeof userLive.message>, search: string): Change<User> {
  if (event.action === 'delete') return { kind: 'drop', id: event.userId };
  const { name, email } = event.user;
  const belongs = `${name}\n${email}`.toLowerCase().includes(search);
  return { kind: 'put', row: event.user, isNew: event.action === 'create', belongs };
}

/** Hear what others make of one person while they are being edited. */
export function useUserChange(id: number | undefined, onChange: (user: User) => void): void {
  useLive(userLive, (event) => {
    if (event.action === 'update' && event.user.id === id) onChange(event.user);
  });
}

type Create = RequestOf<typeof usersApi.create>['body'];
type Update = RequestOf<typeof usersApi.update>['body'];

/** Who saves shows a refused field where it is. Whoever edits themselves is greeted by the new name. */
export function useSaveUser(edited: Editable | undefined) {
  const session = useSession();
  return useMutation({
    mutationFn: ({ create, update }: { create: Create; update: Update }) =>
      edited ? call(usersApi.update, { params: { id: edited.id }, body: update }) : call(usersApi.create, { body: create }),
    onSuccess: async (saved) => {
      if (saved.id === session.user.id) await session.refreshUser();
    },
    meta: { quiet: true },
  });
}

export function useRemoveUser() {
  return useMutation({ mutationFn: (id: number) => call(usersApi.remove, { params: { id } }) });
}
