import { createHmac, randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  type KeyPair,
  proto,
} from '@whiskeysockets/baileys';
import { Account, bytesOf } from './account.ts';
import type { DeviceLink } from './device-link.ts';
import { SignalPhone } from './phone.ts';

const server = '@s.whatsapp.net';
const now = () => Math.floor(Date.now() / 1000).toString();
const qrCodes = 6;

export type Owner = { number: string; name?: string };

/** How a device is linked to a phone: by the QR code it shows, or by a code typed on the phone. */
export class Pairing {
  private readonly offered = new Map<string, DeviceLink>();
  private readonly phoneIdentity = Curve.generateKeyPair();
  private readonly typed = new Map<DeviceLink, { keys: KeyPair; companion: Buffer; owner: Owner }>();

  constructor(private readonly paired: (account: Account) => void) {}

  offerQr(link: DeviceLink): void {
    const refs = Array.from({ length: qrCodes }, () => randomBytes(16).toString('base64url'));
    for (const ref of refs) this.offered.set(ref, link);
    const content = refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }));
    link.send({
      tag: 'iq',
      attrs: { from: server, type: 'set', id: 'pair-1', xmlns: 'md' },
      content: [{ tag: 'pair-device', attrs: {}, content }],
    });
  }

  /** The phone reads the code on the screen. */
  scan(qr: string, owner: Owner): Account {
    const [ref = '', , identity = '', secret = ''] = qr.replace(/^.*#/, '').split(',');
    const link = this.offered.get(ref);
    if (!link) throw new Error('no device shows this code');
    return this.succeed(link, Buffer.from(identity, 'base64'), Buffer.from(secret, 'base64'), owner);
  }

  /** Somebody types the eight characters that the device shows into the phone. */
  async type(link: DeviceLink, code: string, owner: Owner): Promise<void> {
    const wrapped = link.pairing?.wrapped;
    if (!wrapped) throw new Error('this device asked for no code');
    const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
    const companion = aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48));
    const keys = Curve.generateKeyPair();
    this.typed.set(link, { keys, companion, owner });
    const [salt, iv] = [randomBytes(32), randomBytes(16)];
    const sealed = aesEncryptCTR(keys.public, await derivePairingCodeKey(code, salt), iv);
    const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
    link.send({
      tag: 'notification',
      attrs: { from: server, type: 'link_code_companion_reg', id: randomBytes(4).toString('hex'), t: now() },
      content: [
        {
          tag: 'link_code_companion_reg',
          attrs: { stage: 'primary_hello' },
          content: [
            leaf('link_code_pairing_ref', randomBytes(16)),
            leaf('primary_identity_pub', this.phoneIdentity.public),
            leaf('link_code_pairing_wrapped_primary_ephemeral_pub', Buffer.concat([salt, iv, sealed])),
          ],
        },
      ],
    });
  }

  /** Both stages of a pairing by code, as the device asks for them. */
  takeStage(link: DeviceLink, query: BinaryNode): void {
    const stage = getBinaryNodeChild(query, 'link_code_companion_reg');
    if (stage?.attrs.stage === 'companion_hello') {
      const number = (stage.attrs.jid ?? '').split('@')[0] ?? '';
      link.pairing = { wrapped: bytesOf(stage, 'link_code_pairing_wrapped_companion_ephemeral_pub'), number };
      return;
    }
    const typed = this.typed.get(link);
    if (!typed) return;
    const companion = bytesOf(stage, 'companion_identity_public');
    const bundle = bytesOf(stage, 'link_code_pairing_wrapped_key_bundle');
    const shared = Curve.sharedKey(typed.keys.private, typed.companion);
    const info = 'link_code_pairing_key_bundle_encryption_key';
    const key = Buffer.from(hkdf(shared, 32, { salt: bundle.subarray(0, 32), info }));
    const clear = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
    const identity = Curve.sharedKey(this.phoneIdentity.private, companion);
    const secret = hkdf(Buffer.concat([shared, identity, clear.subarray(64, 96)]), 32, { info: 'adv_secret' });
    setTimeout(() => this.succeed(link, companion, Buffer.from(secret), typed.owner), 20);
  }

  private succeed(link: DeviceLink, companion: Buffer, secret: Buffer, { number, name = 'Loja' }: Owner): Account {
    const details = proto.ADVDeviceIdentity.encode({
      rawId: 1,
      timestamp: Number(now()),
      keyIndex: 1,
      accountType: 0,
      deviceType: 0,
    }).finish();
    const signed = proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: this.phoneIdentity.public,
      accountSignature: Curve.sign(this.phoneIdentity.private, Buffer.concat([Buffer.from([6, 0]), details, companion])),
    }).finish();
    const hmac = createHmac('sha256', secret).update(signed).digest();
    const account = new Account(new SignalPhone(number, `9${number}`, name));
    link.account = account;
    this.paired(account);
    const identity = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
    link.send({
      tag: 'iq',
      attrs: { from: server, type: 'set', id: 'pair-2', xmlns: 'md', t: now() },
      content: [
        {
          tag: 'pair-success',
          attrs: {},
          content: [
            { tag: 'device-identity', attrs: {}, content: identity },
            { tag: 'biz', attrs: { name } },
            { tag: 'platform', attrs: { name: 'smba' } },
            { tag: 'device', attrs: { jid: account.deviceJid, lid: account.deviceLid } },
          ],
        },
      ],
    });
    return account;
  }
}
