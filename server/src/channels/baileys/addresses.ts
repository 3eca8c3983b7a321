/** Addresses of WhatsApp and of the port: a conversation is a number, a group's id, or a privacy id while no number is known. */

export const personServer = 's.whatsapp.net';

const parts = /^([^:@]+)(?::\d+)?@(.+)$/;
const read = (jid: string | null | undefined) => {
  const [, user = '', server = ''] = parts.exec(jid ?? '') ?? [];
  return { user, server };
};

export const isGroup = (jid: string | null | undefined) => read(jid).server === 'g.us';
export const isPrivacyId = (jid: string | null | undefined) => ['lid', 'hosted.lid'].includes(read(jid).server);
const isNumber = (jid: string | null | undefined) => [personServer, 'hosted', 'c.us'].includes(read(jid).server);
const isPerson = (jid: string | null | undefined) => isNumber(jid) || isPrivacyId(jid);
export const isConversation = (jid: string | null | undefined) => isPerson(jid) || isGroup(jid);
/** Broadcasts, stories and channels: nothing of them is wanted. */
export const isNoConversation = (jid: string | null | undefined) => ['broadcast', 'newsletter'].includes(read(jid).server);

export const isSameUser = (a: string | null | undefined, b: string | null | undefined) =>
  read(a).user !== '' && read(a).user === read(b).user;

/** The number in an address, if it is one. */
export const numberIn = (jid: string | null | undefined): string | undefined => (isNumber(jid) ? read(jid).user : undefined);
/** A privacy id as the port writes it: without a device. */
export const privacyIdIn = (jid: string | null | undefined): string | undefined => (isPrivacyId(jid) ? `${read(jid).user}@lid` : undefined);

/** Where WhatsApp finds a conversation. */
export const jidOf = (chat: string): string => (chat.includes('@') ? chat : `${chat}@${personServer}`);
