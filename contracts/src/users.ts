import { z } from 'zod';
import { emailField, listOf, nameField, passwordField } from './fields.ts';
import { Done, endpoint, id, idText, ignoredCompany, liveChannel, PageQuery } from './kit.ts';
import { profiles } from './permissions.ts';
import { QueueChip, SessionUser } from './session.ts';

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  super: z.boolean(),
  allTicket: z.enum(['enable', 'disable']),
  companyId: z.int(),
  /** Has a live socket. */
  online: z.boolean(),
  queues: z.array(QueueChip),
});
export type User = z.output<typeof User>;

/** Clients send several spellings of "on"; we store one. */
const allTicket = z
  .enum(['enable', 'enabled', 'disable', 'disabled', 'desabled'])
  .transform((value) => (value.startsWith('enable') ? ('enable' as const) : ('disable' as const)));

/** Changed by super users of the platform's company only; from others 403 when it would change anything. */
const superField = z.boolean().optional();

export const UserInput = z.object({
  name: nameField,
  email: emailField,
  password: passwordField,
  profile: z.enum(profiles).default('user'),
  queueIds: listOf(id('queue')).default([]),
  allTicket: allTicket.default('disable'),
  super: superField,
  ...ignoredCompany,
});
export const UserUpdate = z.object({
  name: nameField.optional(),
  email: emailField.optional(),
  password: z.union([z.literal('').transform(() => undefined), passwordField]).optional(),
  profile: z.enum(profiles).optional(),
  queueIds: listOf(id('queue')).optional(),
  allTicket: allTicket.optional(),
  /** Required from users who change their own e-mail or password. */
  currentPassword: z.string().max(1000).optional(),
  super: superField,
  ...ignoredCompany,
});

const one = z.object({ id: idText('user') });
export const usersApi = {
  list: endpoint('GET', '/users', { query: PageQuery, reply: z.object({ users: z.array(User), count: z.int(), hasMore: z.boolean() }) }),
  everyone: endpoint('GET', '/users/list', { query: z.object(ignoredCompany), reply: z.array(User) }),
  show: endpoint('GET', '/users/:id', { params: one, reply: User }),
  create: endpoint('POST', '/users', { body: UserInput, reply: User }),
  update: endpoint('PUT', '/users/:id', { params: one, body: UserUpdate, reply: User }),
  remove: endpoint('DELETE', '/users/:id', { params: one, reply: Done }),
};

export const userLive = liveChannel(
  'user',
  z.discriminatedUnion('action', [
    /** With the company: the one shape of login, refresh and me. */
    z.object({ action: z.enum(['create', 'update']), user: User.extend({ company: SessionUser.shape.company.optional() }) }),
    z.object({ action: z.literal('delete'), userId: z.int() }),
  ]),
);
