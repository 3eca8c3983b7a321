import type { Readable } from 'node:stream';
import type { SessionReason, Template } from '@prosa/contracts/connections';
import type { ErrorCode } from '@prosa/contracts/errors';
import { MessageData, mediaTypes } from '@prosa/contracts/messages';
import { customerActivities } from '@prosa/contracts/tickets';
import { z } from 'zod';
import type { ErasureStep } from '../platform/database/erasure.ts';
import type { Scope } from '../platform/database/scope.ts';
import { type DelayReason, type FailureReason, failureReasons } from './failures.ts';
import type { Features } from './features.ts';

/** A file that is still on the network: the message is stored without it, and the file is fetched afterwards, for a day if it must. */
export const RemoteFile = z.object({
  /** How the provider finds and decrypts it, sealed by the provider: it holds keys, and nobody else reads it. */
  ref: z.string(),
  kind: z.enum(['image', 'audio', 'video', 'application']),
  mimetype: z.string(),
  fileName: z.string(),
  /** As the network says; the limits are checked against it before, and against the bytes while they come. */
  size: z.int().min(0).nullable(),
});
export type RemoteFile = z.output<typeof RemoteFile>;

/**
 * WhatsApp tells whole seconds, cut off. Taken as they are, an answer would stand before what it answers in the same second: what was said
 * counts as said at the end of its second, or now, whichever is earlier.
 */
export const endOfSecond = (seconds: number) => new Date(seconds * 1_000 + 999);

/** A message in our own format; every provider must convert to it. */
export const MessageFrame = z.object({
  kind: z.literal('message'),
  /** The id on the channel. */
  id: z.string(),
  /** The conversation: the customer's number, the group's id, or a privacy id (`…@lid`) while the number is not known. */
  chat: z.string(),
  name: z.string(),
  isGroup: z.boolean(),
  /** Written on the company's own phone. */
  fromMe: z.boolean(),
  /** In a group: the sender. */
  participant: z.string(),
  participantName: z.string(),
  body: z.string(),
  sentAt: z.string(),
  mediaType: z.enum(mediaTypes).nullable(),
  mediaId: z.int().nullable(),
  remote: RemoteFile.optional(),
  /** From the history of the phone: it is stored, and opens no ticket, starts no bot and tells nobody. */
  silent: z.boolean().optional(),
  /**
   * A place, contact cards, whether a call was with picture, whether a sound is a voice note. Or that it could not be read (`unreadable`):
   * the same message may come again with what it says, and takes the place of this one.
   */
  data: MessageData.nullable(),
  quotedId: z.string().nullable(),
});
export type MessageFrame = z.output<typeof MessageFrame>;

/** Refers to an earlier message by its `id`. It may arrive before that message. */
const about = { id: z.string(), chat: z.string(), fromMe: z.boolean(), participant: z.string(), sentAt: z.string() };
/** An empty emoji takes the reaction back. */
export const ReactionFrame = z.object({
  ...about,
  kind: z.literal('reaction'),
  name: z.string(),
  emoji: z.string(),
  reactorIsBusiness: z.boolean(),
});
export const EditFrame = z.object({ ...about, kind: z.literal('edit'), body: z.string() });
export const DeleteFrame = z.object({ ...about, kind: z.literal('delete') });
export type ReactionFrame = z.output<typeof ReactionFrame>;
export type EditFrame = z.output<typeof EditFrame>;
export type DeleteFrame = z.output<typeof DeleteFrame>;

/** The number behind a privacy id has become known. */
const IdentityFrame = z.object({ kind: z.literal('identity'), privacyId: z.string(), number: z.string() });
export type IdentityFrame = z.output<typeof IdentityFrame>;

/** How far one of our messages has come: 1 sent, 2 delivered, 3 read, 4 and 5 played. */
const ReceiptFrame = z.object({ kind: z.literal('receipt'), id: z.string(), ack: z.int() });
export type ReceiptFrame = z.output<typeof ReceiptFrame>;

/** One of our messages that the channel had taken could not be delivered after all. It changes nothing of one that was delivered. */
const FailureFrame = z.object({ kind: z.literal('failure'), id: z.string(), reason: z.enum(failureReasons) });
export type FailureFrame = z.output<typeof FailureFrame>;

/** What a customer is doing in their app right now. It is not stored and not acknowledged. */
export const TypingFrame = z.object({ kind: z.literal('typing'), chat: z.string(), state: z.enum(customerActivities) });
export type TypingFrame = z.output<typeof TypingFrame>;

export const Frame = z.discriminatedUnion('kind', [
  MessageFrame,
  ReceiptFrame,
  FailureFrame,
  ReactionFrame,
  EditFrame,
  DeleteFrame,
  IdentityFrame,
]);
export type Frame = z.output<typeof Frame>;

/** Identifies a delivery: duplicates have the same value, anything else a different one. */
export function deliveryIdOf(frame: Frame): string {
  if (frame.kind === 'receipt') return `receipt|${frame.id}|${frame.ack}`;
  if (frame.kind === 'failure') return `failure|${frame.id}|${frame.reason}`;
  if (frame.kind === 'identity') return `identity|${frame.privacyId}|${frame.number}`;
  if (frame.kind !== 'message') return [frame.kind, frame.chat, frame.id, frame.participant, frame.sentAt].join('|');
  const parts = ['message', frame.chat, frame.fromMe ? 'out' : 'in', frame.participant, frame.id];
  return [...parts, ...(frame.data?.unreadable ? ['unreadable'] : [])].join('|');
}

const TemplateUse = z.object({ name: z.string(), language: z.string(), variables: z.array(z.string()) });

/** An outgoing file. Its bytes are read from the storage by key. */
const OutboundMedia = z.object({
  id: z.int(),
  key: z.string(),
  mimetype: z.string(),
  kind: z.enum(['image', 'audio', 'video', 'application']),
  fileName: z.string(),
});

export const OutboundMessage = z.object({
  /** Chosen by us before the first attempt and reused by retries. */
  id: z.string(),
  chat: z.string(),
  body: z.string(),
  mediaType: z.enum(mediaTypes).nullable(),
  media: OutboundMedia.nullable(),
  /** Send as a voice note if the file format allows it. */
  voice: z.boolean(),
  quotedId: z.string().nullable(),
  /** The place or the contact cards, where the message is one. */
  data: MessageData.nullable(),
  /** Filled in and sent instead of the body: what may be said when the window is closed. */
  template: TemplateUse.nullable(),
});
export type OutboundMessage = z.output<typeof OutboundMessage>;

/** Deletes a sent message for everyone. */
export type Retraction = { id: string; chat: string };
/** To a message of theirs or of ours; an empty emoji takes it back. */
export type OutboundReaction = { id: string; chat: string; fromMe: boolean; participant: string; emoji: string };
/** Of a text that we sent. */
export type OutboundEdit = { id: string; chat: string; body: string };
/** Messages of theirs that somebody here has read. Said again, it changes nothing. */
export type Reading = { chat: string; messages: Array<{ id: string; participant: string }> };
/** What somebody here is doing, for the customer to see. It fades by itself and is worth one try. */
export type OutboundTyping = { chat: string; state: TypingFrame['state'] };

export type SendOutcome =
  | { outcome: 'sent' }
  /** Refused for good. */
  | { outcome: 'failed'; reason: FailureReason }
  /** Not now; the message waits and is tried again. */
  | { outcome: 'later'; reason: DelayReason };

export type SessionState = {
  status: 'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'DISCONNECTED' | 'TIMEOUT';
  qrcode?: string;
  retries?: number;
  /** Why it is not connected, for the ledger. */
  why?: SessionReason;
};

/** What became of frames that waited on the network while the connection was down. */
export type ReplayTally = { replayed?: number; unreadable?: number };

export type FetchedFile =
  | { outcome: 'fetched'; stream: Readable }
  /** The network can not give it now. */
  | { outcome: 'later' }
  /** It will never come. */
  | { outcome: 'gone' };

/** What a provider gets for one connection. Calls are bound to the holder of its lease; an expired holder is refused. */
export type Receiver = {
  connectionId: number;
  companyId: number;
  /** Resolves once the frames are committed: only then may the provider acknowledge them. */
  receive(frames: Frame[]): Promise<void>;
  /** Called repeatedly while it continues. */
  typing(doing: TypingFrame): void;
  /** The session changed its state. DISCONNECTED and TIMEOUT mean that it will not recover by itself. */
  report(state: SessionState): Promise<void>;
  /** Counted in the connection's ledger, for the outage that has just ended. */
  countReplay(tally: ReplayTally): Promise<void>;
  /** Writes of the provider itself, in a transaction that is refused once the lease is lost. */
  whileHeld<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
};

/** Bytes, not an address: the channel's own addresses expire and are not for browsers. */
export type Picture = { bytes: Buffer; mimetype: string };
export type Group = { name: string; participants: Array<{ address: string; name: string; isAdmin: boolean }> };

/** What a session does if its provider has the feature; see `features.ts`. */
export type SessionExtras = {
  react(reaction: OutboundReaction): Promise<SendOutcome>;
  edit(edit: OutboundEdit): Promise<SendOutcome>;
  markRead(reading: Reading): Promise<void>;
  typing(doing: OutboundTyping): Promise<void>;
  /** `none`: they have none, or show it to nobody. */
  picture(chat: string): Promise<Picture | 'none' | 'unknown'>;
  group(chat: string): Promise<Group | undefined>;
  /** A code to type on the phone with this number instead of reading the QR code; undefined where no pairing is under way. */
  pairingCode(number: string): Promise<string | undefined>;
  /** The file that a frame referred to. The caller bounds its size. */
  fetchFile(ref: string): Promise<FetchedFile>;
};

/** A connection that runs on this node. */
export type Session = SessionExtras & {
  /** Whether messages can be sent now. */
  isOpen(): boolean;
  send(message: OutboundMessage): Promise<SendOutcome>;
  retract(retraction: Retraction): Promise<SendOutcome>;
  /** Called when `isOpen` may have become true. */
  onOpen(listener: () => void): void;
  /** Stops the session for the next holder. */
  close(): Promise<void>;
};

export const PhoneBookEntry = z.object({ number: z.string(), name: z.string() });
export type PhoneBookEntry = z.output<typeof PhoneBookEntry>;

/** Which connection is meant, where there may be no session of it on this node. */
export type ConnectionRef = { companyId: number; connectionId: number };
export const Reachable = z.enum(['yes', 'no', 'unknown']);
export type Reachable = z.output<typeof Reachable>;

/** Woken where the window of a company's connection may have another length than before. */
export const windowTopic = 'windows';

/** Who the network says a connection's number is, or why it does not say. */
export type NumberCheck =
  | { outcome: 'known'; displayPhoneNumber: string; verifiedName: string; qualityRating: string }
  | { outcome: 'refused'; error: ErrorCode };

/** Whatever may talk to the network is called outside every scope: it gets no scope, and takes as long as the network takes. */
export type Provider = {
  features: Features;
  open(receiver: Receiver): Session;
  /** The phone book of the company's phone; callable on any node. */
  phoneBook(connection: ConnectionRef): Promise<PhoneBookEntry[]>;
  /** Whether a number is on the channel, as far as this node can tell. */
  isReachable(connection: ConnectionRef, number: string): Promise<Reachable>;
  /** For how long after a customer wrote last anything may be sent to them; null where there is no such bound. */
  windowHours(connection: ConnectionRef): Promise<number | null>;
  templates(connection: ConnectionRef): Promise<Template[]>;
  /** Asks the network with the stored credentials; only where a connection is set up by credentials. */
  checkNumber?(connection: ConnectionRef): Promise<NumberCheck>;
  /** Forget the pairing, in the caller's transaction: the next start shows a QR code. */
  forget(scope: Scope, connectionId: number): Promise<void>;
  /** Erase what the provider's own tables hold of a deleted contact. */
  erasureSteps?: ErasureStep[];
};
