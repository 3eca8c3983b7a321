import type { BinaryNode, proto } from '@whiskeysockets/baileys';

/** The kinds of encryption that the library opens; it acknowledges a message of any other kind without opening it. */
const knownEncryptions = new Set(['pkmsg', 'msg', 'skmsg']);
/** The company's phone has no content for these kinds either. */
const unavailableOnPhone = new Set(['bot_unavailable_fanout', 'hosted_unavailable_fanout', 'view_once', 'view_once_unavailable_fanout']);
/** The library's own bound: an older message is not asked for. */
const maxResendAgeSeconds = 14 * 24 * 60 * 60;

const childrenOf = ({ content }: BinaryNode, tag: string): BinaryNode[] =>
  Array.isArray(content) ? content.filter((child) => child.tag === tag) : [];
const bytesOf = ({ content }: BinaryNode): Uint8Array[] => (content instanceof Uint8Array ? [content] : []);

/** The parts of a message that the library decrypts. Empty when it acknowledges the message without decrypting anything. */
export function encryptedParts(node: BinaryNode): Uint8Array[] {
  const sealed = childrenOf(node, 'enc');
  // The library gives up the whole message when its first part is of this kind.
  if (sealed[0]?.attrs.type === 'msmsg') return [];
  return sealed.filter(({ attrs }) => knownEncryptions.has(attrs.type ?? '')).flatMap(bytesOf);
}

export const plaintextParts = (node: BinaryNode): Uint8Array[] => childrenOf(node, 'plaintext').flatMap(bytesOf);

/** Whether people would miss the message: not reactions, edits and what devices tell each other. */
export function isMissed(node: BinaryNode): boolean {
  const { attrs } = node;
  return attrs.category !== 'peer' && !attrs.edit && !childrenOf(node, 'enc').some((part) => part.attrs['decrypt-fail'] === 'hide');
}

/** Whether the company's phone can be asked for the words of a message that came without any. */
export function canBeResent(node: BinaryNode, nowSeconds: number): boolean {
  const [unavailable] = childrenOf(node, 'unavailable');
  const [sealed] = childrenOf(node, 'enc');
  return !sealed && !unavailableOnPhone.has(unavailable?.attrs.type ?? '') && nowSeconds - Number(node.attrs.t) <= maxResendAgeSeconds;
}

/** Encoded messages in the phone's answer to a request for words that were missing. */
export function resentMessages(message: proto.IMessage): Uint8Array[] {
  const results = message.protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [];
  return results.flatMap(({ placeholderMessageResendResponse }) => placeholderMessageResendResponse?.webMessageInfoBytes ?? []);
}

/** Keys that the company's phone shares for its settings, such as the names in its phone book. */
export function sharedKeys(message: proto.IMessage): Array<[string, proto.Message.IAppStateSyncKeyData]> {
  const keys = message.protocolMessage?.appStateSyncKeyShare?.keys ?? [];
  return keys.flatMap(
    ({ keyId, keyData }): Array<[string, proto.Message.IAppStateSyncKeyData]> =>
      keyId?.keyId && keyData ? [[Buffer.from(keyId.keyId).toString('base64'), keyData]] : [],
  );
}

/** Ids of further messages that a receipt is about. */
export function receiptItems({ content }: BinaryNode): string[] {
  const [list] = Array.isArray(content) ? content : [];
  return list?.tag === 'list' ? childrenOf(list, 'item').flatMap(({ attrs }) => attrs.id ?? []) : [];
}
