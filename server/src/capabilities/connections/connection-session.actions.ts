import { Connection, connectionSessionLive } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { shouldKeepRunning } from './connections.rules.ts';
import { type HeldLease, isHeld } from './leases.ts';
import { type AfterOutage, noteInLedger } from './ledger.actions.ts';
import { mayBeNoted } from './ledger.rules.ts';

export const MovedRow = Connection.pick({ id: true, name: true, status: true, retries: true }).extend({
  updated_at: z.string(),
  down_since: z.string().nullable(),
  qrcode: z.string(),
});

export const movedColumns = sql`c.id, c.name, c.status, c.updated_at, c.retries, c.qrcode`;

/** Stores and announces the state of a session while this node holds the lease. */
export async function recordSession(platform: Platform, held: HeldLease, state: SessionState, afterOutage?: AfterOutage): Promise<void> {
  const { status, qrcode = '', retries = 0 } = state;
  await inScope(platform, held, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      MovedRow,
      sql`
      update connections c
      set status = ${status}, qrcode = ${qrcode}, retries = ${retries},
        session_epoch = ${held.epoch},
        wanted = c.wanted and ${shouldKeepRunning(status)},
        down_since = case
          when ${status === 'CONNECTED'} then null
          when before.status = 'CONNECTED' then ${scope.now.toISOString()}::timestamptz
          else before.down_since
        end,
        updated_at = ${scope.now.toISOString()}
      from (
        select id, status, down_since
        from connections
        where company_id = current_company() and id = ${held.connectionId} and ${isHeld(held)}
        for no key update) before
      where c.company_id = current_company() and c.id = before.id
      returning ${movedColumns},
        case when ${status === 'CONNECTED'} then before.down_since else c.down_since end as down_since`,
    );
    const moved = rows[0];
    if (!moved) return;
    const downSince = moved.down_since === null ? null : new Date(moved.down_since);
    if (mayBeNoted(state)) await noteInLedger(scope, held, state, downSince, afterOutage);
    emitSession(scope, moved);
  });
}

/** The QR code only goes to users who may pair the connection. */
export function emitSession(scope: Scope, { id, name, status, retries, updated_at, qrcode }: z.output<typeof MovedRow>): void {
  const session = { id, name, status, retries, updatedAt: new Date(updated_at) };
  const actors = [rooms.can('connections-page:actionButtons')];
  scope.emit(connectionSessionLive, { action: 'update', session: { ...session, qrcode } }, { rooms: actors });
  scope.emit(connectionSessionLive, { action: 'update', session }, { ...everybody, except: actors });
}
