import { Connection, connectionSessionLive } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { shouldKeepRunning } from './connections.rules.ts';
import { type HeldLease, isHeld } from './leases.ts';
import { type AfterOutage, noteInLedger } from './ledger.actions.ts';
import { mayBeNoted } from './ledger.rules.ts';

const MovedRow = Connection.pick({ id: true, name: true, status: true, retries: true }).extend({
  updated_at: z.string(),
  down_since: z.string().nullable(),
  qrcode: z.string(),
});

/** Stores and announces the state of a session while this node holds the lease. The QR code is only sent to users who may pair it. */
export async function recordSession(platform: Platform, held: HeldLease, state: SessionState, afterOutage?: AfterOutage): Promise<void> {
  const { status, qrcode = '', retries = 0 } = state;
  await inScope(platform, held, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      MovedRow,
      sql`
      update connections c
      set status = ${status}, qrcode = ${qrcode}, retries = ${retries},
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
      returning c.id, c.name, c.status, c.updated_at, c.retries, c.qrcode,
        case when ${status === 'CONNECTED'} then before.down_since else c.down_since end as down_since`,
    );
    const moved = rows[0];
    if (!moved) return;
    const downSince = moved.down_since === null ? null : new Date(moved.down_since);
    if (mayBeNoted(state)) await noteInLedger(scope, held, state, downSince, afterOutage);
    const session = { id: moved.id, name: moved.name, status: moved.status, retries: moved.retries, updatedAt: new Date(moved.updated_at) };
    const actors = [rooms.can('connections-page:actionButtons')];
    scope.emit(connectionSessionLive, { action: 'update', session: { ...session, qrcode: moved.qrcode } }, { rooms: actors });
    scope.emit(connectionSessionLive, { action: 'update', session }, { ...everybody, except: actors });
  });
}
