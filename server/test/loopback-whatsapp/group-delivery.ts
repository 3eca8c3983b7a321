import { randomBytes } from 'node:crypto';
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import type { Customer } from './customer.ts';
import { joined } from './nodes.ts';

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

type Groups = Map<string, { name: string; participants: Set<Customer> }>;

/** A customer is in a group from their first message in it. */
export function joinGroup(groups: Groups, account: Account, { id, name }: { id: string; name: string }, customer: Customer): void {
  const group = groups.get(id) ?? { name, participants: new Set() };
  if (group.participants.has(customer)) return;
  group.participants.add(customer);
  groups.set(id, group);
  const node = joined(id, customer, randomBytes(16).toString('hex').toUpperCase());
  account.deliver(node.attrs.id ?? '', { node });
}
