import { connectionSessionLive } from '@prosa/contracts/connections';
import type { SessionState } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { staysWanted } from './connections.rules.ts';
import { type Held, isHeld } from './leases.ts';

type Moved = { id: number; name: string; status: SessionState['status']; updated_at: Date; retries: number; qrcode: string };

/** Store and tell how a session stands, while this node holds it. The QR code goes only to who may act on it. */
export async function recordSession(platform: Platform, held: Held, { status, qrcode = '', retries = 0 }: SessionState): Promise<void> {
  await inScope(platform, held, async (scope) => {
    const { rows } = await scope.tx.execute<Moved>(sql`
      update connections set status = ${status}, qrcode = ${qrcode}, retries = ${retries}, wanted = wanted and ${staysWanted(status)}, updated_at = ${scope.now.toISOString()}
      where id = ${held.connectionId} and ${isHeld(held)} returning id, name, status, updated_at, retries, qrcode`);
    const moved = rows[0];
    if (!moved) return;
    const session = { id: moved.id, name: moved.name, status: moved.status, retries: moved.retries, updatedAt: new Date(moved.updated_at) };
    const actors = [rooms.can('connections-page:actionButtons')];
    scope.emit(connectionSessionLive, { action: 'update', session: { ...session, qrcode: moved.qrcode } }, { rooms: actors });
    scope.emit(connectionSessionLive, { action: 'update', session }, { ...everybody, except: actors });
  });
}
