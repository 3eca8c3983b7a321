import {
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  encodeWAMessage,
  generateSignalPubKey,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import { withoutFailedTries } from '../../src/channels/baileys/sessions.rules.ts';
import type { Account } from './account.ts';
import { quiet } from './quiet.ts';

/** Keys in memory, as a phone keeps them. */
function memoryKeys() {
  const kept = new Map<string, unknown>();
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
      const found = ids.flatMap((id) => (kept.has(`${type}/${id}`) ? [[id, kept.get(`${type}/${id}`)]] : []));
      return Object.fromEntries(found);
    },
    async set(data: SignalDataSet): Promise<void> {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries(entries ?? {})) {
          const place = `${type}/${id}`;
          if (value === null || value === undefined) kept.delete(place);
          else kept.set(place, type === 'session' ? withoutFailedTries(kept.get(place), value) : value);
        }
    },
  };
}

/** A phone with its own identity, that encrypts and decrypts as a real one does. */
export class SignalPhone {
  readonly pn: string;
  readonly lid: string;
  private readonly creds = initAuthCreds();
  private preKeys = 0;
  private readonly keys = addTransactionCapability(memoryKeys(), quiet, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  readonly signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: this.creds, keys: this.keys }, quiet, async () => []);
  private ready: Promise<unknown> = Promise.resolve();

  constructor(
    readonly number: string,
    privacyId: string,
    readonly name: string,
  ) {
    this.pn = `${number}@s.whatsapp.net`;
    this.lid = `${privacyId}@lid`;
  }

  /** What others need to write to this phone; each key in it is good for one session. */
  bundle(jid: string): BinaryNode {
    const { registrationId, signedIdentityKey, signedPreKey } = this.creds;
    const preKey = Curve.generateKeyPair();
    this.preKeys += 1;
    const keyId = this.preKeys;
    this.ready = Promise.all([this.ready, this.keys.set({ 'pre-key': { [keyId]: preKey } })]);
    const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
    return {
      tag: 'user',
      attrs: { jid },
      content: [
        leaf('registration', encodeBigEndian(registrationId)),
        leaf('type', Buffer.from([5])),
        leaf('identity', signedIdentityKey.public),
        {
          tag: 'skey',
          attrs: {},
          content: [
            leaf('id', encodeBigEndian(signedPreKey.keyId, 3)),
            leaf('value', signedPreKey.keyPair.public),
            leaf('signature', signedPreKey.signature),
          ],
        },
        { tag: 'key', attrs: {}, content: [leaf('id', encodeBigEndian(keyId, 3)), leaf('value', preKey.public)] },
      ],
    };
  }

  async encrypt(account: Account, message: proto.IMessage): Promise<BinaryNode> {
    await this.ready;
    await this.ensureSession(account);
    const { type, ciphertext } = await this.signal.encryptMessage({ jid: account.deviceLid, data: encodeWAMessage(message) });
    return { tag: 'enc', attrs: { v: '2', type }, content: ciphertext };
  }

  async encryptForGroup(account: Account, group: string, message: proto.IMessage): Promise<BinaryNode[]> {
    await this.ready;
    const { ciphertext, senderKeyDistributionMessage } = await this.signal.encryptGroupMessage({
      group,
      data: encodeWAMessage(message),
      meId: this.lid,
    });
    const introduction = await this.encrypt(account, {
      senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage },
    });
    return [introduction, { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: ciphertext }];
  }

  async decrypt(account: Account, { attrs, content }: BinaryNode): Promise<proto.Message> {
    await this.ready;
    const type = attrs.type === 'pkmsg' ? 'pkmsg' : 'msg';
    if (!(content instanceof Uint8Array)) throw new Error('nothing to decrypt');
    const plain = await this.signal.decryptMessage({ jid: account.deviceLid, type, ciphertext: content });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  async learnSenderKey(account: Account, item: proto.Message.ISenderKeyDistributionMessage): Promise<void> {
    await this.signal.processSenderKeyDistributionMessage({ item, authorJid: account.deviceLid });
  }

  async decryptFromGroup(account: Account, group: string, { content }: BinaryNode): Promise<proto.Message> {
    if (!(content instanceof Uint8Array)) throw new Error('nothing to decrypt');
    const plain = await this.signal.decryptGroupMessage({ group, authorJid: account.deviceLid, msg: content });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  /** As after a retry receipt: the next message opens a new session. */
  async forgetSession(account: Account): Promise<void> {
    await this.signal.deleteSession([account.deviceLid]);
  }

  private async ensureSession(account: Account): Promise<void> {
    if ((await this.signal.validateSession(account.deviceLid)).exists) return;
    const { identity, registrationId, signedPreKey, preKeys } = account;
    const preKey = preKeys.shift();
    if (!identity || !signedPreKey) throw new Error('the device has not uploaded its keys');
    await this.signal.injectE2ESession({
      jid: account.deviceLid,
      session: {
        registrationId,
        identityKey: generateSignalPubKey(identity),
        signedPreKey: { ...signedPreKey, publicKey: generateSignalPubKey(signedPreKey.publicKey) },
        ...(preKey && { preKey: { ...preKey, publicKey: generateSignalPubKey(preKey.publicKey) } }),
      },
    });
  }
}
