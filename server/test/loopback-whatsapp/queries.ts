import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import type { DeviceLink } from './device-link.ts';
import type { LoopbackWhatsApp } from './loopback-whatsapp.ts';

const server = '@s.whatsapp.net';
const leaf = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  ...(content !== undefined && { content }),
});
/** An error of the server, by its code. */
class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Answers what a device asks. What is not known here gets an empty answer, as most of it needs none. */
export function answerQuery(network: LoopbackWhatsApp, link: DeviceLink, query: BinaryNode): void {
  const attrs = { from: server, id: query.attrs.id ?? '' };
  try {
    link.send(leaf('iq', { ...attrs, type: 'result' }, contentFor(network, link, query)));
  } catch (error) {
    const code = error instanceof Refused ? error.code : '500';
    link.send(leaf('iq', { ...attrs, type: 'error' }, [leaf('error', { code, text: 'refused' })]));
  }
}

function contentFor(network: LoopbackWhatsApp, link: DeviceLink, query: BinaryNode): BinaryNode[] {
  const [first] = Array.isArray(query.content) ? query.content : [];
  const { account } = link;
  switch (`${query.attrs.xmlns}/${query.attrs.type}/${first?.tag}`) {
    case 'encrypt/get/count':
      return [leaf('count', { value: String(account?.preKeys.length ?? 0) })];
    case 'encrypt/get/digest':
      return [leaf('digest')];
    case 'encrypt/set/registration':
      account?.storeKeys(query);
      return [];
    case 'encrypt/get/key':
      return [leaf('list', {}, bundles(network, first))];
    case 'usync/get/usync':
      return [usync(network, account, first)];
    case 'abt/get/props':
      return [leaf('props', {}, [])];
    case 'privacy/get/privacy':
      return [leaf('privacy', {}, [leaf('category', { name: 'readreceipts', value: 'all' })])];
    case 'w:profile:picture/get/picture':
      return [picture(network, query.attrs.target ?? '')];
    case 'w:g2/get/query':
      return [group(network, query.attrs.to ?? '')];
    case 'md/set/link_code_companion_reg':
      network.pairing.takeStage(link, query);
      return [];
    case 'md/set/remove-companion-device':
      if (account) network.unlink(account);
      return [];
    case 'w:sync:app:state/set/sync':
      // Settings of the phone's app are not played here.
      throw new Refused('404');
    case 'w:m/set/media_conn':
      return [leaf('media_conn', { auth: 'token', ttl: '3600' }, [leaf('host', { hostname: 'mmg.whatsapp.net' })])];
    default:
      return [];
  }
}

const bundles = (network: LoopbackWhatsApp, query: BinaryNode | undefined) =>
  getBinaryNodeChildren(query, 'user').flatMap(({ attrs: { jid = '' } }) => network.signalPhoneAt(jid)?.bundle(jid) ?? []);

function usync(network: LoopbackWhatsApp, account: Account | undefined, query: BinaryNode | undefined): BinaryNode {
  const users = getBinaryNodeChildren(getBinaryNodeChild(query, 'list'), 'user');
  const list = users.map((user) => {
    const contact = getBinaryNodeChild(user, 'contact')?.content;
    const asked = contact instanceof Uint8Array ? Buffer.from(contact).toString() : typeof contact === 'string' ? contact : undefined;
    const jid = user.attrs.jid ?? `${asked?.replace('+', '')}${server}`;
    const phone = network.phoneAt(jid);
    const isOwn = account !== undefined && jidDecode(jid)?.user === account.number;
    const lid = isOwn ? account.primary.lid : phone?.lid;
    const device = isOwn ? { id: '1', 'key-index': '1' } : { id: '0' };
    const isThere = isOwn || phone !== undefined;
    return leaf('user', { jid }, [
      ...(asked ? [leaf('contact', { type: isThere ? 'in' : 'out' })] : []),
      ...(isThere ? [leaf('devices', {}, [leaf('device-list', {}, [leaf('device', device)])])] : []),
      ...(lid ? [leaf('lid', { val: lid })] : []),
    ]);
  });
  return leaf('usync', {}, [leaf('result'), leaf('list', {}, list)]);
}

function picture(network: LoopbackWhatsApp, jid: string): BinaryNode {
  const phone = network.phoneAt(jid);
  if (!phone?.hasPicture) throw new Refused('404');
  return leaf('picture', { type: 'preview', url: `${network.mediaUrl}/pictures/${phone.number}.png` });
}

function group(network: LoopbackWhatsApp, id: string): BinaryNode {
  const found = network.groups.get(id);
  if (!found) throw new Refused('404');
  const participants = [...found.participants].map((phone) => leaf('participant', { jid: phone.lid, phone_number: phone.pn }));
  const attrs = { id, subject: found.name, addressing_mode: 'lid', creation: '1', s_t: '1' };
  return leaf('group', attrs, participants);
}
