import { randomBytes } from 'node:crypto';
import { areJidsSameUser, type BinaryNode, getBinaryNodeChild, proto } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import { now } from './nodes.ts';
import type { SignalPhone } from './phone.ts';

const { ProtocolMessage, PeerDataOperationRequestType } = proto.Message;

/** Messages that the device received without content and that the company's phone resends on request. */
export class OwnPhone {
  /** Requests wait for as long as the phone is off. */
  isOff = false;
  /** Ids of messages that the device has asked for, in order. */
  readonly requested: string[] = [];
  /** Which message each of its answers resends, by the id of the answer. */
  readonly answers = new Map<string, string>();
  private readonly messages = new Map<string, proto.IWebMessageInfo>();
  private readonly unanswered: Array<{ account: Account; id: string }> = [];

  note(info: proto.IWebMessageInfo): void {
    this.messages.set(info.key?.id ?? '', info);
  }

  async take(account: Account, node: BinaryNode): Promise<void> {
    const sealed = getBinaryNodeChild(node, 'enc');
    const message = sealed && (await account.primary.decrypt(account, sealed));
    const asked = (message?.deviceSentMessage?.message ?? message)?.protocolMessage?.peerDataOperationRequestMessage;
    for (const { messageKey } of asked?.placeholderMessageResendRequest ?? []) {
      const id = messageKey?.id ?? '';
      this.requested.push(id);
      this.unanswered.push({ account, id });
    }
    if (!this.isOff) await this.answer();
  }

  async turnOn(): Promise<void> {
    this.isOff = false;
    await this.answer();
  }

  /** Answers the oldest requests; the ids of the messages that it has resent. */
  async answer(most = this.unanswered.length): Promise<string[]> {
    const resent: string[] = [];
    for (const { account, id } of this.unanswered.splice(0, most)) {
      const info = this.messages.get(id);
      if (info) await this.resend(account, info);
      resent.push(id);
    }
    return resent;
  }

  private async resend(account: Account, info: proto.IWebMessageInfo): Promise<void> {
    const webMessageInfoBytes = proto.WebMessageInfo.encode(info).finish();
    const message = {
      protocolMessage: {
        type: ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          peerDataOperationRequestType: PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
          peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
        },
      },
    };
    this.answers.set(await this.tellDevice(account, message), info.key?.id ?? '');
  }

  /** A peer message: nobody else sees it. */
  async tellDevice(account: Account, message: proto.IMessage): Promise<string> {
    const { primary } = account;
    const id = randomBytes(16).toString('hex').toUpperCase();
    const attrs = { from: primary.pn, category: 'peer', type: 'text', id, t: now() };
    const again = async (): Promise<BinaryNode> => ({ tag: 'message', attrs, content: [await primary.encrypt(account, message)] });
    account.deliver(id, { node: await again(), again: () => primary.forgetSession(account).then(again) });
    return id;
  }
}

export function primaryAt(accounts: Iterable<Account>, jid: string): SignalPhone | undefined {
  const primaries = [...accounts].map(({ primary }) => primary);
  return primaries.find(({ pn, lid }) => areJidsSameUser(pn, jid) || areJidsSameUser(lid, jid));
}
