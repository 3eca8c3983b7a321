import type { Socket } from 'socket.io';
import { inScope, type Platform } from '../database/scope.ts';
import { Refusal } from '../errors.ts';
import type { AccessTokens } from '../http/access-token.ts';
import type { BillingTokens } from '../http/billing-token.ts';
import { refuseFormerAdmins } from '../http/callers.ts';
import type { Listener } from './live-feeds.ts';
import type { SocketCounts } from './live-limits.ts';
import { rooms } from './rooms.ts';

type Doors = { platform: Platform; tokens: AccessTokens; billing?: BillingTokens };

/** Lets sockets in by the token they come with, or refuses them. */
export function openAdmission({ platform, tokens, billing }: Doors, counts: SocketCounts): (socket: Socket) => Promise<void> {
  return async (socket) => {
    const token: unknown = socket.handshake.auth.token;
    const claims = typeof token === 'string' ? await tokens.verify(token) : undefined;
    if (!claims && typeof token === 'string' && (await admitPayer(socket, token))) return;
    if (!claims) throw new Refusal(token ? 'ERR_TOKEN_EXPIRED' : 'ERR_SESSION_EXPIRED');
    counts.admitPerson(claims.userId, socket);
    // Whether the session still stands; what it may hear is read once the socket has joined: of an overdue company, the payment alone.
    await inScope(platform, { ...claims, evenOverdue: true }, async () => undefined);
    const { companyId, userId, sessionId } = claims;
    socket.data.listener = { companyId, userId, sessionId, rooms: new Set() } satisfies Listener;
  };

  /** Who holds a billing token hears of the payment until the token ends, is seen by nobody, and follows nothing. */
  async function admitPayer(socket: Socket, token: string): Promise<boolean> {
    const payer = await billing?.verify(token);
    if (!payer) return false;
    const { companyId, userId, expires } = payer;
    counts.admitPerson(userId, socket);
    await inScope(platform, { companyId, visitor: `billing:${userId}` }, (scope) => refuseFormerAdmins(scope, userId));
    socket.data.listener = { companyId, userId, sessionId: '', rooms: new Set([rooms.payer]), expires } satisfies Listener;
    return true;
  }
}
