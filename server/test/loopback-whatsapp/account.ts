import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys';
import type { DeviceLink } from './device-link.ts';
import type { SignalPhone } from './phone.ts';

type PublicKey = { keyId: number; publicKey: Buffer };
/** Somebody wrote it, and can write it again when the device asks for it. */
export type Waiting = { node: BinaryNode; again?: () => Promise<BinaryNode> };

export const bytesOf = (node: BinaryNode | undefined, tag: string): Buffer => {
  const content = getBinaryNodeChild(node, tag)?.content;
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0);
};
const numberIn = (bytes: Buffer) => (bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length));
const keyIn = (node: BinaryNode | undefined): PublicKey => ({ keyId: numberIn(bytesOf(node, 'id')), publicKey: bytesOf(node, 'value') });

/** The company's number, with the one device that is linked to it. */
export class Account {
  link: DeviceLink | undefined;
  logins = 0;
  registrationId = 0;
  identity: Buffer | undefined;
  signedPreKey: (PublicKey & { signature: Buffer }) | undefined;
  preKeys: PublicKey[] = [];
  /** What the device has not acknowledged yet, in order: it comes again at the next login. */
  readonly waiting = new Map<string, Waiting>();
  /** What was acknowledged, for retry receipts. */
  readonly delivered = new Map<string, Waiting>();
  /** Ids of messages that the device sent: the same id again is the same message. */
  readonly sentIds = new Set<string>();
  duplicates = 0;
  onAcknowledged: (id: string) => void = () => undefined;
  /** Messages that the device could not read and asked for again: what it then says of the first copy counts for nothing. */
  readonly askedAgain = new Set<string>();

  constructor(
    /** The phone that the device is linked to. */
    readonly primary: SignalPhone,
  ) {}

  get number(): string {
    return this.primary.number;
  }

  get deviceJid(): string {
    return this.primary.pn.replace('@', ':1@');
  }

  get deviceLid(): string {
    return this.primary.lid.replace('@', ':1@');
  }

  storeKeys(query: BinaryNode): void {
    this.registrationId = numberIn(bytesOf(query, 'registration'));
    this.identity = bytesOf(query, 'identity');
    const signed = getBinaryNodeChild(query, 'skey');
    this.signedPreKey = { ...keyIn(signed), signature: bytesOf(signed, 'signature') };
    this.preKeys.push(...getBinaryNodeChildren(getBinaryNodeChild(query, 'list'), 'key').map(keyIn));
  }

  /** Delivers now if the device is there, and in any case until it is acknowledged. */
  deliver(id: string, waiting: Waiting): void {
    this.waiting.set(id, waiting);
    this.link?.send(waiting.node);
  }

  /** At login: everything that waits, marked as having waited. */
  replay(): void {
    for (const { node } of this.waiting.values()) this.link?.send({ ...node, attrs: { ...node.attrs, offline: '1' } });
    this.link?.send({
      tag: 'ib',
      attrs: { from: '@s.whatsapp.net' },
      content: [{ tag: 'offline', attrs: { count: String(this.waiting.size) } }],
    });
  }

  acknowledged(id: string): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    this.delivered.set(id, waiting);
    this.onAcknowledged(id);
  }
}
