import { UserInput } from '@prosa/contracts/users';
import { z } from 'zod';
import type { Editable } from './users.data.ts';

/** The form takes 5 to 50; the call would take longer ones. */
const shortestPassword = 5;
const longestPassword = 50;
const password = UserInput.shape.password.max(longestPassword, 'tooLong');
const passwordOrNone = z
  .string()
  .max(longestPassword, 'tooLong')
  .refine((typed) => typed === '' || typed.length >= shortestPassword, 'tooShort');

export const NewUserForm = UserInput.omit({ companyId: true }).extend({ password });
/** A password left blank stays as it was. */
export const UserForm = NewUserForm.extend({ password: passwordOrNone });
export type UserValues = z.input<typeof NewUserForm>;

export const blank: UserValues = { name: '', email: '', password: '', profile: 'user', queueIds: [], allTicket: 'disable' };

export function valuesOf({ name, email, profile, queues, allTicket }: Editable): UserValues {
  return { name, email, password: '', profile, queueIds: queues.map(({ id }) => id).sort((a, b) => a - b), allTicket };
}
