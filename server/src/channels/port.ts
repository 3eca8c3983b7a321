import type { MediaType } from '@prosa/contracts/messages';
import type { Scope } from '../platform/scope.ts';

/** A message as every provider must hand it over: in our words, not the provider's. */
export type MessageFrame = {
  kind: 'message';
  /** The id on the channel. */
  id: string;
  /** The conversation: the customer's number, or the group's id. */
  chat: string;
  name: string;
  isGroup: boolean;
  /** Written on the company's own phone. */
  fromMe: boolean;
  /** Who spoke, in a group. */
  participant: string;
  body: string;
  sentAt: string;
  mediaType: MediaType | null;
  mediaId: number | null;
  quotedId: string | null;
};

/** How far one of our messages has come: 1 sent, 2 delivered, 3 read, 4 and 5 played. */
export type ReceiptFrame = { kind: 'receipt'; id: string; ack: number };

export type Frame = MessageFrame | ReceiptFrame;

/** The same delivery twice has the same identity; anything else has another. */
export function identityOf(frame: Frame): string {
  if (frame.kind === 'receipt') return `receipt|${frame.id}|${frame.ack}`;
  return ['message', frame.chat, frame.fromMe ? 'out' : 'in', frame.participant, frame.id].join('|');
}

export type OutboundMessage = {
  /** Chosen by us before the first attempt; a second attempt uses the same. */
  id: string;
  chat: string;
  body: string;
  mediaType: MediaType | null;
  mediaId: number | null;
  quotedId: string | null;
};

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
  /** The session has moved. DISCONNECTED and TIMEOUT mean that it will not go on by itself. */
  report(state: SessionState): Promise<void>;
};

/** A connection that runs on this node. */
export type Session = {
  /** Whether messages may be handed over right now. */
  isOpen(): boolean;
  send(message: OutboundMessage): Promise<SendOutcome>;
  /** Called when `isOpen` may have become true. */
  onOpen(listener: () => void): void;
  /** Leave the connection to the next holder. */
  close(): Promise<void>;
};

export type Provider = {
  open(receiver: Receiver): Session;
  /** Forget the pairing, in the caller's transaction: the next start shows a QR code. */
  forget(scope: Scope, connectionId: number): Promise<void>;
};
