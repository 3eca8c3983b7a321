import { createHash } from 'node:crypto';
import { aesDecryptGCM, aesEncryptGCM, Curve, hkdf, type KeyPair, NOISE_MODE, NOISE_WA_HEADER, proto } from '@whiskeysockets/baileys';

const nothing = Buffer.alloc(0);
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
function nonce(count: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(count, 8);
  return bytes;
}

/** Keys of a network of our own; a client that trusts `root` accepts it as WhatsApp. */
export class Authority {
  readonly root = Curve.generateKeyPair();
  readonly server = Curve.generateKeyPair();
  readonly chain: Uint8Array;

  constructor() {
    const intermediate = Curve.generateKeyPair();
    const { Details } = proto.CertChain.NoiseCertificate;
    const dates = { notBefore: 0, notAfter: 4_102_444_800 };
    const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, ...dates }).finish();
    const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: this.server.public, ...dates }).finish();
    this.chain = proto.CertChain.encode({
      intermediate: { details: middle, signature: Curve.sign(this.root.private, middle) },
      leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
    }).finish();
  }
}

/** The server's half of Noise_XX_25519_AESGCM_SHA256, as the client speaks it. */
export class NoiseResponder {
  private readonly ephemeral: KeyPair = Curve.generateKeyPair();
  private hash: Buffer = Buffer.from(NOISE_MODE);
  private salt = this.hash;
  private key = this.hash;
  private count = 0;
  private reading = { key: nothing, count: 0 };
  private writing = { key: nothing, count: 0 };

  constructor(private readonly authority: Authority) {
    this.mix(NOISE_WA_HEADER);
  }

  hello(message: Uint8Array): Uint8Array {
    const theirs = proto.HandshakeMessage.decode(message).clientHello?.ephemeral ?? nothing;
    this.mix(theirs);
    this.mix(this.ephemeral.public);
    this.deriveKey(Curve.sharedKey(this.ephemeral.private, theirs));
    const serverStatic = this.encrypt(this.authority.server.public);
    this.deriveKey(Curve.sharedKey(this.authority.server.private, theirs));
    const payload = this.encrypt(this.authority.chain);
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.ephemeral.public, static: serverStatic, payload },
    }).finish();
  }

  finish(message: Uint8Array): proto.ClientPayload {
    const finish = proto.HandshakeMessage.decode(message).clientFinish;
    const clientStatic = this.decrypt(finish?.static ?? nothing);
    this.deriveKey(Curve.sharedKey(this.ephemeral.private, clientStatic));
    const payload = proto.ClientPayload.decode(this.decrypt(finish?.payload ?? nothing));
    const keys = Buffer.from(hkdf(nothing, 64, { salt: this.salt, info: '' }));
    this.reading = { key: keys.subarray(0, 32), count: 0 };
    this.writing = { key: keys.subarray(32), count: 0 };
    return payload;
  }

  open(frame: Uint8Array): Buffer {
    return aesDecryptGCM(frame, this.reading.key, nonce(this.reading.count++), nothing);
  }

  seal(plain: Uint8Array): Buffer {
    return aesEncryptGCM(plain, this.writing.key, nonce(this.writing.count++), nothing);
  }

  private mix(data: Uint8Array): void {
    this.hash = sha256(this.hash, data);
  }

  private deriveKey(secret: Uint8Array): void {
    const out = Buffer.from(hkdf(secret, 64, { salt: this.salt, info: '' }));
    this.salt = out.subarray(0, 32);
    this.key = out.subarray(32);
    this.count = 0;
  }

  private encrypt(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.key, nonce(this.count++), this.hash);
    this.mix(sealed);
    return sealed;
  }

  private decrypt(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.key, nonce(this.count++), this.hash);
    this.mix(sealed);
    return plain;
  }
}
