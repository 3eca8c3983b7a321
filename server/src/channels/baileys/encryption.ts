import type { SignalDataSet, SignalKeyStore, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys';

/**
 * The library's own encryption, whose keys are stored before what they have encrypted can leave: by itself the library sends first and
 * stores afterwards, and a process that dies in between would encrypt the next message with a key that has been used.
 */
export function storedBeforeSent(
  signal: SignalRepositoryWithLIDStore,
  keys: Pick<SignalKeyStore, 'get'>,
  store: (data: SignalDataSet) => Promise<void>,
): Pick<SignalRepositoryWithLIDStore, 'encryptMessage' | 'encryptGroupMessage'> {
  const { encryptMessage, encryptGroupMessage } = signal;

  /** A session is kept under the privacy id, where one is known. */
  async function sessionOf(jid: string): Promise<string> {
    const privacyId = /@(lid|hosted\.lid)$/.test(jid) ? undefined : await signal.lidMapping.getLIDForPN(jid);
    return signal.jidToSignalProtocolAddress(privacyId ?? jid);
  }

  return {
    async encryptMessage(given) {
      const sealed = await encryptMessage.call(signal, given);
      const id = await sessionOf(given.jid);
      // As the library sees it: inside its transaction, which is not stored yet.
      const { [id]: session } = await keys.get('session', [id]);
      if (session) await store({ session: { [id]: session } });
      return sealed;
    },
    async encryptGroupMessage(given) {
      const sealed = await encryptGroupMessage.call(signal, given);
      const id = `${given.group}::${signal.jidToSignalProtocolAddress(given.meId).replace(/\.(?=\d+$)/, '::')}`;
      const { [id]: key } = await keys.get('sender-key', [id]);
      if (key) await store({ 'sender-key': { [id]: key } });
      return sealed;
    },
  };
}
