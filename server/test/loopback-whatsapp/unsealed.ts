import { randomBytes } from 'node:crypto';
import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import type { Customer } from './customer.ts';
import type { LoopbackWhatsApp } from './loopback-whatsapp.ts';
import { now, senderAttributes, type WriteOptions } from './nodes.ts';

const leaf = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: Uint8Array): BinaryNode => ({
  tag,
  attrs,
  ...(content && { content }),
});

/** Replaces the encrypted part of a message stanza by something that the device cannot open. */
const contents = {
  /** Typical for the first message from an advertisement: the company's phone has the words. */
  words: () => [],
  /** Only the company's phone may show it. */
  viewOnce: () => [leaf('unavailable', { type: 'view_once' })],
  unavailable: () => [leaf('unavailable', { type: 'view_once_unavailable_fanout' })],
  plaintext: (message) => [leaf('plaintext', {}, proto.Message.encode(message).finish())],
  secret: () => [leaf('enc', { v: '2', type: 'msmsg' }, randomBytes(24))],
  /** A kind of encryption that the library does not know. */
  future: () => [leaf('enc', { v: '2', type: 'futuremsg' }, randomBytes(24))],
} satisfies Record<string, (message: proto.IMessage) => BinaryNode[]>;
type Unsealed = keyof typeof contents;
export const unsealedKinds: Unsealed[] = ['words', 'viewOnce', 'unavailable', 'plaintext', 'secret', 'future'];

/** A customer writes, and the device gets nothing that it could decrypt. */
export function writeUnsealed(
  network: LoopbackWhatsApp,
  account: Account,
  customer: Customer,
  body: string,
  kind: Unsealed,
  options: WriteOptions = {},
): string {
  const { id = randomBytes(16).toString('hex').toUpperCase() } = options;
  const message = { conversation: body };
  const attrs = { ...senderAttributes(customer, options), type: 'text', id, t: now(), notify: customer.name };
  customer.show(id, message, false);
  network.ownPhone.note({ key: { remoteJid: customer.pn, fromMe: false, id }, message, messageTimestamp: Number(attrs.t) });
  // A device that asks for it again gets it as an ordinary message.
  const again = async (): Promise<BinaryNode> => ({ tag: 'message', attrs, content: [await customer.encrypt(account, message)] });
  const node = { tag: 'message', attrs, content: contents[kind](message) };
  account.deliver(id, { node, again: () => customer.forgetSession(account).then(again) });
  return id;
}
