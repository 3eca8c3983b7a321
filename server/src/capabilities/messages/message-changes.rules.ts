import { z } from 'zod';
import { DeleteFrame, EditFrame, type Frame, ReactionFrame } from '../../channels/port.ts';

/** A reaction, edit or deletion of an earlier message. */
export const ChangeFrame = z.discriminatedUnion('kind', [ReactionFrame, EditFrame, DeleteFrame]);
export type ChangeFrame = z.output<typeof ChangeFrame>;
export type MessageReference<F extends ChangeFrame = ChangeFrame> = { connectionId: number; frame: F; at: string };
/** A change whose message is stored. */
export type LocatedChange<F extends ChangeFrame = ChangeFrame> = MessageReference<F> & { messageId: number };

export const isChangeFrame = (frame: Frame): frame is ChangeFrame =>
  frame.kind === 'reaction' || frame.kind === 'edit' || frame.kind === 'delete';

/** The latest reaction or edit wins; a person has one reaction per message. */
export function latestOf<F extends ChangeFrame>(found: Array<LocatedChange<F>>): Array<LocatedChange<F>> {
  const latest = new Map<string, LocatedChange<F>>();
  for (const each of found) {
    const key = `${each.messageId}|${each.frame.kind === 'reaction' ? reactorOf(each.frame) : ''}`;
    const before = latest.get(key);
    if (before === undefined || before.at <= each.at) latest.set(key, each);
  }
  return [...latest.values()];
}

const reactorOf = (frame: ReactionFrame) => (frame.reactorIsBusiness ? 'business' : `customer ${frame.participant}`);

export const ofKind = <K extends ChangeFrame['kind']>(found: LocatedChange[], kind: K) =>
  found.filter((each): each is LocatedChange<Extract<ChangeFrame, { kind: K }>> => each.frame.kind === kind);
