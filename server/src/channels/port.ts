import type { MediaType, MessageData } from '@prosa/contracts/messages';
import type { Scope } from '../platform/database/scope.ts';

/** A message as every provider must hand it over: in our words, not the provider's. */
export type MessageFrame = {
  kind: 'message';
  /** The id on the channel. */
  id: string;
  /** The conversation: the customer's number, the group's id, or a privacy id (`…@lid`) while the number is not known. */
  chat: string;
  name: string;
  isGroup: boolean;
  /** Written on the company's own phone. */
  fromMe: boolean;
  /** Who spoke, in a group. */
  participant: string;
  participantName: string;
  body: string;
  sentAt: string;
  mediaType: MediaType | null;
  mediaId: number | null;
  /** A place, contact cards, whether a call was with picture, whether a sound is a voice note. */
  data: MessageData | null;
  quotedId: string | null;
};

/** Said about a message that was said before; `id` is that message's. They may overtake it. */
type About = { id: string; chat: string; fromMe: boolean; participant: string; sentAt: string };
/** An empty emoji takes the reaction back. */
export type ReactionFrame = About & { kind: 'reaction'; name: string; emoji: string; reactorIsBusiness: boolean };
export type EditFrame = About & { kind: 'edit'; body: string };
export type DeleteFrame = About & { kind: 'delete' };
/** The number behind a privacy id has become known. */
export type IdentityFrame = { kind: 'identity'; privacyId: string; number: string };

/** How far one of our messages has come: 1 sent, 2 delivered, 3 read, 4 and 5 played. */
export type ReceiptFrame = { kind: 'receipt'; id: string; ack: number };

/** What a customer is doing in their app right now. It is not kept, and nobody is told that we have it. */
export type TypingFrame = { kind: 'typing'; chat: string; state: 'typing' | 'recording' | 'paused' };

export type Frame = MessageFrame | ReceiptFrame | ReactionFrame | EditFrame | DeleteFrame | IdentityFrame;

/** The same delivery twice has the same identity; anything else has another. */
export function identityOf(frame: Frame): string {
  if (frame.kind === 'receipt') return `receipt|${frame.id}|${frame.ack}`;
  if (frame.kind === 'identity') return `identity|${frame.privacyId}|${frame.number}`;
  if (frame.kind !== 'message') return [frame.kind, frame.chat, frame.id, frame.participant, frame.sentAt].join('|');
  return ['message', frame.chat, frame.fromMe ? 'out' : 'in', frame.participant, frame.id].join('|');
}

/** A file as it is to leave. The bytes are read from the storage by its key. */
export type OutboundMedia = {
  id: number;
  key: string;
  mimetype: string;
  kind: 'image' | 'audio' | 'video' | 'application';
  fileName: string;
};

export type OutboundMessage = {
  /** Chosen by us before the first attempt; a second attempt uses the same. */
  id: string;
  chat: string;
  body: string;
  mediaType: MediaType | null;
  media: OutboundMedia | null;
  /** To be sent as a voice note, where the file is fit for it. */
  voice: boolean;
  quotedId: string | null;
};

/** Take back for everyone what we sent. */
export type Retraction = { id: string; chat: string };

export type SendOutcome =
  | { outcome: 'sent' }
  /** Refused for good. */
  | { outcome: 'failed'; reason: string }
  /** Not now; the message waits and is tried again. */
  | { outcome: 'later'; reason: string };

export type SessionState = {
  status: 'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'DISCONNECTED' | 'TIMEOUT';
  qrcode?: string;
  retries?: number;
};

/** What a provider is handed for one connection. Every call speaks for one holder of the connection; a late holder is refused. */
export type Receiver = {
  connectionId: number;
  companyId: number;
  /** Resolves once the frames are committed: only then may the provider acknowledge them. */
  receive(frames: Frame[]): Promise<void>;
  /** Told while it goes on, as often as the provider likes. */
  typing(doing: TypingFrame): void;
  /** The session has moved. DISCONNECTED and TIMEOUT mean that it will not go on by itself. */
  report(state: SessionState): Promise<void>;
};

/** A connection that runs on this node. */
export type Session = {
  /** Whether messages may be handed over right now. */
  isOpen(): boolean;
  send(message: OutboundMessage): Promise<SendOutcome>;
  retract(retraction: Retraction): Promise<SendOutcome>;
  /** Called when `isOpen` may have become true. */
  onOpen(listener: () => void): void;
  /** Leave the connection to the next holder. */
  close(): Promise<void>;
};

export type PhoneBookEntry = { number: string; name: string };

/** Which connection is meant, where there may be no session of it on this node. */
export type ConnectionRef = { companyId: number; connectionId: number };
export type Reachable = 'yes' | 'no' | 'unknown';

/** Whatever may talk to the network is called outside every scope: it gets no scope, and takes as long as the network takes. */
export type Provider = {
  open(receiver: Receiver): Session;
  /** What stands in the phone book of the company's own phone; read wherever the caller runs. */
  phoneBook(connection: ConnectionRef): Promise<PhoneBookEntry[]>;
  /** Whether a number is on the channel, as far as this node can tell. */
  isReachable(connection: ConnectionRef, number: string): Promise<Reachable>;
  /** Forget the pairing, in the caller's transaction: the next start shows a QR code. */
  forget(scope: Scope, connectionId: number): Promise<void>;
};
