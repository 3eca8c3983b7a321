import { z } from 'zod';
import { emailField, nameField, passwordField, phoneText } from './fields.ts';
import { endpoint, id } from './kit.ts';

export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  users: z.int(),
  connections: z.int(),
  queues: z.int(),
  /** Decimal text: money never passes through a float. */
  value: z.string(),
});
export type Plan = z.output<typeof Plan>;

/** Clients also send recurrence, due date, status and the campaigns flag; the server ignores them and sets its own. */
export const SignUpInput = z.object({
  name: nameField,
  email: emailField,
  phone: phoneText(z.string({ error: 'required' }).trim().min(1, 'required').min(8, 'tooShort').max(50, 'tooLong')),
  password: passwordField,
  planId: z.coerce.number({ error: 'required' }).pipe(id('plan')),
});

export const SignedUp = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.int(),
  status: z.boolean(),
  dueDate: z.string().nullable(),
  recurrence: z.string(),
});

export const companiesApi = {
  plans: endpoint('GET', '/plans/list', { reply: z.array(Plan) }),
  signUp: endpoint('POST', '/companies/cadastro', { body: SignUpInput, reply: SignedUp }),
};
