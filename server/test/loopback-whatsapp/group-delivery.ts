import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import type { Customer } from './customer.ts';

/** What the device wrote in a group, for each who is in it: first the key of the sender, sealed for them alone, where it comes along. */
export async function deliverToGroup(account: Account, { attrs, content }: BinaryNode, members: Iterable<Customer>): Promise<void> {
  const { id = '', to = '' } = attrs;
  const parts = Array.isArray(content) ? content : [];
  const introductions = getBinaryNodeChildren(
    parts.find(({ tag }) => tag === 'participants'),
    'to',
  );
  const sealed = parts.find(({ tag, attrs: { type } }) => tag === 'enc' && type === 'skmsg');
  if (!sealed) throw new Error('nothing for the group');
  for (const member of members) {
    const own = introductions.find(({ attrs: { jid } }) => isOf(member, jid ?? ''));
    const key = getBinaryNodeChild(own, 'enc');
    const introduction = key && (await member.decrypt(account, key)).senderKeyDistributionMessage;
    if (introduction) await member.learnSenderKey(account, introduction);
    member.show(id, await member.decryptFromGroup(account, to, sealed), true);
  }
}

const isOf = ({ pn, lid }: Customer, jid: string) => [pn, lid].some((own) => jidDecode(own)?.user === jidDecode(jid)?.user);
