import type { SignalPhone } from './phone.ts';

/** The bytes of the next message of this phone are spoilt on the way; the device asks for it again. */
export function spoilNext(phone: SignalPhone): void {
  const encrypt = phone.encrypt.bind(phone);
  phone.encrypt = async (account, message) => {
    phone.encrypt = encrypt;
    const sealed = await encrypt(account, message);
    const bytes = Buffer.from(sealed.content instanceof Uint8Array ? sealed.content : []);
    return { ...sealed, content: bytes.fill(7, bytes.length - 12) };
  };
}
