import type { LedgerRecord, SessionReason } from '@prosa/contracts/connections';
import type { SessionState } from '../../channels/port.ts';

export type LedgerEntry = { at: Date; what: LedgerRecord['what']; why: SessionReason | null };
type Last = Pick<LedgerEntry, 'what' | 'why'> | undefined;

/** A connection that is back within this time, without its channel having said that it was lost, was only taken over. */
const takeoverMilliseconds = 30_000;

/** Whether the state of a session may have a place in its connection's timeline: QR codes and attempts have none. */
export const mayBeNoted = ({ status, why }: SessionState) => status !== 'PAIRING' && (status !== 'OPENING' || why !== undefined);

/** What a new state adds to the timeline, by what stands there last. */
export function ledgerEntries(last: Last, state: SessionState, downSince: Date | null, now: Date): LedgerEntry[] {
  const { status, why = null } = state;
  const isUp = last?.what === 'connected' || last?.what === 'recovered';
  if (status === 'CONNECTED') return connected(last, downSince, now);
  if (status === 'OPENING') return isUp && why ? [{ at: downSince ?? now, what: 'lost', why }] : [];
  // A QR code where there was a pairing: that one is over.
  if (status === 'qrcode') return isUp || last?.what === 'lost' ? [{ at: now, what: 'ended', why: why ?? 'loggedOut' }] : [];
  if (status === 'PAIRING' || (last?.what === 'ended' && last.why === why)) return [];
  return [{ at: now, what: 'ended', why }];
}

function connected(last: Last, downSince: Date | null, now: Date): LedgerEntry[] {
  if (!last || last.what === 'ended') return [{ at: now, what: 'connected', why: null }];
  if (last.what === 'lost') return [{ at: now, what: 'recovered', why: null }];
  if (!downSince || now.getTime() - downSince.getTime() < takeoverMilliseconds) return [];
  return [
    { at: downSince, what: 'lost', why: 'takenOver' },
    { at: now, what: 'recovered', why: null },
  ];
}
