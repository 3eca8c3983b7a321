import { Connection, connectionSessionLive } from '@prosa/contracts/connections';
import { z } from 'zod';
import type { SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { staysWanted } from './connections.rules.ts';
import { type Held, isHeld } from './leases.ts';

const MovedRow = Connection.pick({ id: true, name: true, status: true, retries: true }).extend({
  updated_at: z.string(),
  qrcode: z.string(),
});

/** Store and tell how a session stands, while this node holds it. The QR code goes only to who may act on it. */
export async function recordSession(platform: Platform, held: Held, { status, qrcode = '', retries = 0 }: SessionState): Promise<void> {
  await inScope(platform, held, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      MovedRow,
      sql`
      update connections set status = ${status}, qrcode = ${qrcode}, retries = ${retries}, wanted = wanted and ${staysWanted(status)}, updated_at = ${scope.now.toISOString()}
      where id = ${held.connectionId} and ${isHeld(held)} returning id, name, status, updated_at, retries, qrcode`,
    );
    const moved = rows[0];
    if (!moved) return;
    const session = { id: moved.id, name: moved.name, status: moved.status, retries: moved.retries, updatedAt: new Date(moved.updated_at) };
    const actors = [rooms.can('connections-page:actionButtons')];
    scope.emit(connectionSessionLive, { action: 'update', session: { ...session, qrcode: moved.qrcode } }, { rooms: actors });
    scope.emit(connectionSessionLive, { action: 'update', session }, { ...everybody, except: actors });
  });
}
