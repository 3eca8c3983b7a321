import { deliveryIdOf, type Frame } from '../../channels/port.ts';
import { batchWrites } from '../../platform/batch-writes.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { isConnectionLost } from '../../platform/database/database.ts';
import { callForCompanies, callForCompany, type Platform } from '../../platform/database/scope.ts';
import { storableJson } from '../../platform/database/storable.ts';
import { type HeldLease, LeaseLost } from '../connections/leases.ts';
import { bounded } from './frame-bounds.rules.ts';

/** Stores incoming frames. The channel may only be acknowledged after this returns. */
export type StoreFrames = (held: HeldLease, frames: Frame[]) => Promise<void>;

/** What a connection hands over shares a write with others only when it is small: nobody waits for another's long history. */
const largestShared = 32 * 1024;
const mostShared = 64;

/** As every frame is kept, whichever way it came. */
export const framesJson = (frames: Frame[]) =>
  storableJson(frames.map((frame) => ({ identity: deliveryIdOf(frame), frame: bounded(frame) })));

/**
 * Stores what connections hand over while a write is under way by one further write, whichever companies they belong to: under load a
 * commit is most of what a single frame costs. When that write fails, each is stored alone: one company's fault is not another's.
 */
export function openFrameStore(platform: Platform): StoreFrames {
  type Delivery = { held: HeldLease; frames: string; isKept: boolean };

  const storeTogether = batchWrites<Delivery>(async (deliveries) => {
    const [first] = deliveries;
    if (first && deliveries.length === 1) return storeAlone(first);
    const given = deliveries.map(
      ({ held: { companyId, connectionId, owner, epoch }, frames }) =>
        `{"company":${companyId},"connection":${connectionId},"holder":${JSON.stringify(owner)},"epoch":${epoch},"frames":${frames}}`,
    );
    const kept = await callForCompanies(platform, 'keep_frames_together', `[${given.join(',')}]`);
    for (const [place, delivery] of deliveries.entries()) delivery.isKept = kept[place] ?? false;
  }, mostShared);

  async function storeAlone(delivery: Delivery): Promise<void> {
    const { companyId, connectionId, owner, epoch } = delivery.held;
    delivery.isKept = await callForCompany(platform, 'keep_frames', companyId, [connectionId, owner, epoch, delivery.frames]);
  }

  async function store(delivery: Delivery): Promise<void> {
    if (delivery.frames.length > largestShared) return storeAlone(delivery);
    await storeTogether([delivery]).catch((error: unknown) => {
      if (isConnectionLost(error)) throw error;
      return storeAlone(delivery);
    });
  }

  return async (held, frames) => {
    crashPoint('inbox.before-commit');
    const delivery: Delivery = { held, frames: framesJson(frames), isKept: false };
    await store(delivery);
    if (!delivery.isKept) throw new LeaseLost('the connection is held elsewhere');
    crashPoint('inbox.committed');
    platform.wake.announce('inbox', held.companyId);
  };
}
