import { Connection, connectionSessionLive } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { shouldKeepRunning } from './connections.rules.ts';
import { type HeldLease, isHeld } from './leases.ts';

const MovedRow = Connection.pick({ id: true, name: true, status: true, retries: true }).extend({
  updated_at: z.string(),
  qrcode: z.string(),
});

/** Stores and announces the state of a session while this node holds the lease. The QR code is only sent to users who may pair it. */
export async function recordSession(
  platform: Platform,
  held: HeldLease,
  { status, qrcode = '', retries = 0 }: SessionState,
): Promise<void> {
  await inScope(platform, held, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      MovedRow,
      sql`
      update connections
      set status = ${status}, qrcode = ${qrcode}, retries = ${retries},
        wanted = wanted and ${shouldKeepRunning(status)},
        updated_at = ${scope.now.toISOString()}
      where id = ${held.connectionId} and ${isHeld(held)}
      returning id, name, status, updated_at, retries, qrcode`,
    );
    const moved = rows[0];
    if (!moved) return;
    const session = { id: moved.id, name: moved.name, status: moved.status, retries: moved.retries, updatedAt: new Date(moved.updated_at) };
    const actors = [rooms.can('connections-page:actionButtons')];
    scope.emit(connectionSessionLive, { action: 'update', session: { ...session, qrcode: moved.qrcode } }, { rooms: actors });
    scope.emit(connectionSessionLive, { action: 'update', session }, { ...everybody, except: actors });
  });
}
