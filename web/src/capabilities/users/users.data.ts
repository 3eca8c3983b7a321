import { type User, UserInput, userLive, usersApi } from '@prosa/contracts/users';
import { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

export const users: Records<User> = {
  key: ['users'],
  fetchPage: async (query) => {
    const { users: items, ...rest } = await call(usersApi.list, { query });
    return { items, ...rest };
  },
  compare: (a, b) => b.id - a.id,
  isFound: ({ name, email }, search) => `${name}\n${email}`.toLowerCase().includes(search),
  useNews: (hear) =>
    useLive(userLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.userId } : { row: event.user, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(usersApi.remove, { params: { id } }),
};

/** The form takes passwords of 5 to 50 letters; the call would take longer ones. */
export const password = UserInput.shape.password.max(50, 'tooLong');
export const NewUserForm = UserInput.omit({ companyId: true }).extend({ password, currentPassword: z.string().max(1000, 'tooLong') });
/** A password left blank stays as it was. */
export const UserForm = NewUserForm.extend({
  password: z
    .string()
    .max(50, 'tooLong')
    .refine((typed) => typed === '' || typed.length >= 5, 'tooShort'),
});
export type UserValues = Filled<z.input<typeof NewUserForm>>;

export const createUser = (body: Omit<z.output<typeof NewUserForm>, 'currentPassword'>) => call(usersApi.create, { body });
export const updateUser = (id: number, body: Partial<UserValues>) => call(usersApi.update, { params: { id }, body });
