import { z } from 'zod';
import { emailField } from './fields.ts';
import { Done, endpoint, liveChannel } from './kit.ts';
import { profiles } from './permissions.ts';
import { Setting } from './settings.ts';

export const QueueChip = z.object({ id: z.int(), name: z.string(), color: z.string() });

/** The one shape of a signed-in person: login, refresh, me and user events. Its settings hold no secret. */
export const SessionUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  super: z.boolean(),
  allTicket: z.enum(['enable', 'disable']),
  companyId: z.int(),
  company: z.object({
    id: z.int(),
    name: z.string(),
    dueDate: z.string().nullable(),
    status: z.boolean(),
    trialExpiration: z.string().nullable(),
    settings: z.array(Setting),
  }),
  queues: z.array(QueueChip),
  /** Present only while the first password, made by the server, must be changed. */
  mustChangePassword: z.literal(true).optional(),
});
export type SessionUser = z.output<typeof SessionUser>;

export const LoginInput = z.object({ email: emailField, password: z.string({ error: 'required' }).min(1, 'required').max(1000) });
const LoggedIn = z.object({ token: z.string(), user: SessionUser });

export const sessionApi = {
  login: endpoint('POST', '/auth/login', { body: LoginInput, reply: LoggedIn }),
  refresh: endpoint('POST', '/auth/refresh_token', { reply: LoggedIn }),
  logout: endpoint('DELETE', '/auth/logout', { reply: Done }),
  me: endpoint('GET', '/auth/me', { reply: SessionUser }),
};

const Account = z.object({ id: z.int(), email: z.string(), companyId: z.int() });

export const authLive = liveChannel(
  'auth',
  z.discriminatedUnion('action', [
    /** Sent to a user's older browsers after a login elsewhere; the server has already ended those sessions. */
    z.object({ action: z.literal('update'), user: Account }),
    /** Sent to all browsers of a user whose e-mail or password was changed. The e-mail is the old one. */
    z.object({ action: z.literal('securityNotice'), user: Account, changes: z.array(z.enum(['email', 'password'])) }),
  ]),
);
