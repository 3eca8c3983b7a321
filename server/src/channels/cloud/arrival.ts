import type { Scope } from '../../platform/database/scope.ts';
import type { Frame, IdentityFrame } from '../port.ts';
import type { Change } from './envelope.ts';
import { type FrameContext, framesOf, referencesIn } from './frames.rules.ts';
import { sealFile } from './media.ts';
import { learn, noteChats, ownIdsOf } from './remembered.ts';
import { learntOf, statusFrames } from './statuses.rules.ts';

type Arrived = { connectionId: number; phoneNumberId: string; changes: Change[] };

/** Turns one post of Meta's into frames, however many updates it holds, by a handful of statements. Answers the identities it told. */
export async function takeIn(
  scope: Scope,
  { connectionId, phoneNumberId, changes }: Arrived,
  store: (frames: Frame[]) => Promise<void>,
): Promise<IdentityFrame[]> {
  const ours = changes.filter(({ value }) => value.metadata?.phone_number_id === phoneNumberId);
  noteOthers(scope, connectionId, changes, ours);
  const references = [...new Set(ours.flatMap(referencesIn))];
  const own = references.length > 0 ? await ownIdsOf(scope, connectionId, references) : new Map<string, string>();
  const context: FrameContext = {
    ownId: (wamid) => own.get(wamid),
    seal: (file) => sealFile(scope.platform.secrets, { companyId: scope.companyId, connectionId }, file),
    now: scope.platform.clock(),
  };
  const said = ours.flatMap((change) => framesOf(change, context));
  const fresh = said.filter((frame) => frame.kind !== 'identity' || !told.has(keyOf(connectionId, frame)));
  const frames = [...fresh, ...(await heardOfOurs(scope, connectionId, ours))];
  const heard = said.flatMap((frame) =>
    frame.kind === 'message' && !frame.fromMe && !frame.silent ? [{ chat: frame.chat, wamid: frame.id, at: frame.sentAt }] : [],
  );
  if (heard.length > 0) await noteChats(scope, connectionId, heard);
  if (frames.length > 0) await store(frames);
  return fresh.filter((frame) => frame.kind === 'identity');
}

async function heardOfOurs(scope: Scope, connectionId: number, changes: Change[]): Promise<Frame[]> {
  const statuses = changes.flatMap(({ value }) => value.statuses);
  const learnt = learntOf(statuses);
  if (learnt.length === 0) return [];
  return statusFrames(statuses, learnt, await learn(scope, connectionId, learnt));
}

/** A number of another connection, or one that is no longer here: it would be repeated for days, so it is taken and dropped. */
function noteOthers(scope: Scope, connectionId: number, changes: Change[], ours: Change[]): void {
  const lost = changes.filter((change) => !ours.includes(change) && change.value.metadata !== undefined).length;
  if (lost > 0) scope.platform.log.warn({ connectionId, changes: lost }, 'a webhook spoke of a number that is not this connection’s');
  const codes = ours.flatMap(({ value }) => value.errors.map(({ code }) => code));
  if (codes.length > 0) scope.platform.log.warn({ connectionId, codes }, 'Meta reports errors of this number');
}

const maxTold = 10_000;
const told = new Set<string>();
const keyOf = (connectionId: number, { privacyId, number }: IdentityFrame) => `${connectionId} ${privacyId} ${number}`;

/** Every message tells the sender's number and id again; that they belong together is worth storing once. Said after the commit. */
export function noteTold(connectionId: number, identities: IdentityFrame[]): void {
  if (told.size + identities.length > maxTold) told.clear();
  for (const identity of identities) told.add(keyOf(connectionId, identity));
}
