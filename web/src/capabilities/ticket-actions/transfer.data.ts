import { usersApi } from '@prosa/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';

/** Fewer letters find half the company. */
export const minLetters = 3;

/** Colleagues by their name or email, once enough is typed and the typing rests. */
export function useFoundUsers(words: string) {
  const settled = useDebounced(words.trim().toLowerCase());
  const isEnough = settled.length >= minLetters;
  const users = useQuery({
    queryKey: ['users', 'found', settled],
    queryFn: () => call(usersApi.list, { query: { searchParam: settled } }),
    enabled: isEnough,
    staleTime: 0,
  });
  return { users: isEnough ? (users.data?.users ?? []) : [], isNobody: isEnough && users.data?.users.length === 0 };
}
