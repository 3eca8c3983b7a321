import { z } from 'zod';
import { DeleteFrame, EditFrame, type Frame, ReactionFrame } from '../../channels/port.ts';

/** What is said about an earlier message. */
export const AboutFrame = z.discriminatedUnion('kind', [ReactionFrame, EditFrame, DeleteFrame]);
export type AboutFrame = z.output<typeof AboutFrame>;
export type About<F extends AboutFrame = AboutFrame> = { connectionId: number; frame: F; at: string };
/** An about whose message is here. */
export type Found<F extends AboutFrame = AboutFrame> = About<F> & { messageId: number };

export const isAbout = (frame: Frame): frame is AboutFrame => frame.kind === 'reaction' || frame.kind === 'edit' || frame.kind === 'delete';

/** Whoever reacts or edits again means the latest; a person reacts once to a message. */
export function latestOf<F extends AboutFrame>(found: Array<Found<F>>): Array<Found<F>> {
  const latest = new Map<string, Found<F>>();
  for (const each of found) {
    const key = `${each.messageId}|${each.frame.kind === 'reaction' ? reactorOf(each.frame) : ''}`;
    const before = latest.get(key);
    if (before === undefined || before.at <= each.at) latest.set(key, each);
  }
  return [...latest.values()];
}

const reactorOf = (frame: ReactionFrame) => (frame.reactorIsBusiness ? 'business' : `customer ${frame.participant}`);

export const ofKind = <K extends AboutFrame['kind']>(found: Found[], kind: K) =>
  found.filter((each): each is Found<Extract<AboutFrame, { kind: K }>> => each.frame.kind === kind);
