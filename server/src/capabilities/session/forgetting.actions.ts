import { forgetting } from '../../platform/database/forgetting.ts';

/** Sessions that have ended, and what is remembered of where people signed in. */
export const forgetSessions = [
  forgetting('delete from sessions', 'expires_at', `expires_at < now() - interval '1 day'`),
  // A deleted used token still ends its session when presented; an unused one has expired by then. None is used before it is issued.
  forgetting(
    'delete from session_refresh_tokens',
    'issued_at',
    `issued_at < now() - interval '1 day' and (issued_at < now() - interval '8 days' or used_at < now() - interval '1 day')`,
  ),
  forgetting('delete from known_sources', 'seen_at', `kind = 'address' and seen_at < now() - interval '30 days'`),
  forgetting('delete from known_sources', 'seen_at', `kind = 'device' and seen_at < now() - interval '400 days'`),
];
