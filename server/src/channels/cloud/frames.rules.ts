import type { MessageData } from '@prosa/contracts/messages';
import { endOfSecond, type Frame, type MessageFrame, type RemoteFile } from '../port.ts';
import type { Call, Change, Content, InboundMessage, Person } from './envelope.ts';

/** How a customer is called who shows no number: an id of theirs that only this business knows, marked like any other privacy id. */
const privacyMark = '@lid';
export const isPrivacyId = (chat: string) => chat.endsWith(privacyMark);
export const userIdOf = (chat: string) => chat.slice(0, -privacyMark.length);

const isNumber = (given: string | undefined): given is string => given !== undefined && /^\d{5,20}$/.test(given);
const isUserId = (given: string | undefined): given is string => given !== undefined && /^[A-Z]{2}\.[\w.-]{1,140}$/.test(given);

/** The number where it is told, else the id. */
export function chatOf(number: string | undefined, userId: string | undefined): string | undefined {
  if (isNumber(number)) return number;
  return isUserId(userId) ? `${userId}${privacyMark}` : undefined;
}

export type FrameContext = {
  /** Our id of a message of ours, by Meta's. */
  ownId(wamid: string): string | undefined;
  seal(file: { mediaId: string; sha256: string | undefined }): string;
  now: Date;
};

/** Ids of Meta's that messages refer to. */
export const referencesIn = ({ value: { messages, message_echoes } }: Change): string[] =>
  [...messages, ...message_echoes].flatMap(({ context, reaction, edit, revoke }) =>
    [context?.id, reaction?.message_id, edit?.original_message_id, revoke?.original_message_id].filter((id) => id !== undefined),
  );

/** What customers did, in our own format, in the order it came. */
export function framesOf({ value }: Change, context: FrameContext): Frame[] {
  return [
    ...value.contacts.flatMap(identityOf),
    ...value.messages.flatMap((message) => frameOf(message, { ...context, people: value.contacts, fromMe: false })),
    ...value.message_echoes.flatMap((message) => frameOf(message, { ...context, people: value.contacts, fromMe: true })),
    ...value.calls.flatMap((call) => callOf(call, value.contacts, context)),
  ];
}

/** Number and privacy id of one person, told together. */
function identityOf({ wa_id: number, user_id: userId }: Pick<Person, 'wa_id' | 'user_id'>): Frame[] {
  return isNumber(number) && isUserId(userId) ? [{ kind: 'identity', privacyId: `${userId}${privacyMark}`, number }] : [];
}

type Situation = FrameContext & { people: Person[]; fromMe: boolean };

function frameOf(message: InboundMessage, situation: Situation): Frame[] {
  const { fromMe } = situation;
  const chat = fromMe ? chatOf(message.to, message.to_user_id) : chatOf(message.from, message.from_user_id);
  if (chat === undefined || message.type === 'request_welcome') return [];
  const sentAt = timeOf(message.timestamp, situation.now);
  const refer = (wamid: string) => ({
    id: situation.ownId(wamid) ?? wamid,
    chat,
    fromMe: fromMe || situation.ownId(wamid) !== undefined,
    participant: '',
    sentAt,
  });
  const { reaction, edit, revoke } = message;
  if (message.type === 'reaction' && reaction?.message_id) {
    const name = nameOf(message, situation.people);
    return [{ ...refer(reaction.message_id), kind: 'reaction', name, emoji: reaction.emoji ?? '', reactorIsBusiness: fromMe }];
  }
  if (message.type === 'edit' && edit?.original_message_id)
    return [{ ...refer(edit.original_message_id), kind: 'edit', body: edit.message ? contentOf(edit.message, situation).body : '' }];
  if (message.type === 'revoke' && revoke?.original_message_id) return [{ ...refer(revoke.original_message_id), kind: 'delete' }];
  const group = message.group_id;
  const spoken: MessageFrame = {
    ...blank,
    id: message.id,
    chat: group === undefined ? chat : `${group}@g.us`,
    isGroup: group !== undefined,
    participant: group === undefined ? '' : chat,
    participantName: group === undefined ? '' : nameOf(message, situation.people),
    name: group === undefined ? nameOf(message, situation.people) : '',
    fromMe,
    sentAt,
    quotedId: message.context?.id === undefined ? null : (situation.ownId(message.context.id) ?? message.context.id),
    ...(message.type === 'system' ? { body: message.system?.body ?? '', silent: true } : contentOf(message, situation)),
  };
  if (message.context?.forwarded || message.context?.frequently_forwarded) spoken.data = { ...spoken.data, forwarded: true };
  return [...(message.type === 'system' ? identityOf({ ...message.system }) : []), spoken];
}

const blank: Omit<MessageFrame, 'id' | 'chat' | 'sentAt'> = {
  kind: 'message',
  name: '',
  isGroup: false,
  fromMe: false,
  participant: '',
  participantName: '',
  body: '',
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
};

/** Unix seconds; whatever else is there, it came just now. */
const timeOf = (seconds: number, now: Date) => {
  const said = endOfSecond(seconds);
  return (Number.isNaN(said.getTime()) ? now : said).toISOString();
};

function nameOf(
  { from, from_user_id: userId }: { from?: string | undefined; from_user_id?: string | undefined },
  people: Person[],
): string {
  const person = people.find((each) => (from !== undefined && each.wa_id === from) || (userId !== undefined && each.user_id === userId));
  return (person ?? (people.length === 1 ? people[0] : undefined))?.profile?.name ?? '';
}

type Told = Pick<MessageFrame, 'body'> & Partial<Pick<MessageFrame, 'mediaType' | 'data' | 'remote'>>;
type AnyContent = Content & Partial<Pick<InboundMessage, 'unsupported'>>;

/** What is not known is shown as such: nobody should wait for an answer to something that nobody saw. */
function contentOf(said: AnyContent, { seal }: Pick<FrameContext, 'seal'>): Told {
  const { type, text, location, contacts, interactive, button, order } = said;
  if (type === 'text' && text?.body !== undefined) return { body: text.body };
  const file = fileOf(said, seal);
  if (file) return file;
  if (type === 'location' && location) return placeOf(location);
  if (type === 'contacts' && contacts.length > 0) return { body: '', mediaType: 'vcard', data: { contacts: contacts.map(cardOf) } };
  if (type === 'interactive') return { body: interactiveText(interactive) ?? unreadable(interactive?.type ?? type) };
  if (type === 'button' && button?.text !== undefined) return { body: button.text };
  if (type === 'order' && order) return { body: orderText(order) };
  return { body: unreadable(said.unsupported?.type ?? type ?? '') };
}

const unreadable = (what: string) => `Mensagem não suportada${what === '' || what === 'unsupported' ? '' : ` (${what.slice(0, 40)})`}`;

const kinds = { image: 'image', video: 'video', audio: 'audio', document: 'application', sticker: 'image' } as const;

function fileOf(said: AnyContent, seal: FrameContext['seal']): Told | undefined {
  for (const [type, kind] of Object.entries(kinds)) {
    const file = said[type as keyof typeof kinds];
    if (said.type !== type || !file?.id) continue;
    const mimetype = (file.mime_type ?? 'application/octet-stream').split(';', 1)[0] ?? '';
    const extension = mimetype.split('/')[1]?.replace(/[^\w]/g, '').slice(0, 10) ?? '';
    const remote: RemoteFile = {
      ref: seal({ mediaId: file.id, sha256: file.sha256 }),
      kind,
      mimetype,
      fileName: file.filename || `${type}${extension && `.${extension}`}`,
      size: null,
    };
    const data: MessageData | null = kind === 'audio' ? { voice: file.voice === true } : null;
    return { body: file.caption ?? '', mediaType: kind, remote, data };
  }
  return undefined;
}

function placeOf({ latitude, longitude, name, address }: NonNullable<Content['location']>): Told {
  const called = [name, address].filter(Boolean).join(', ');
  return { body: '', mediaType: 'locationMessage', data: { latitude, longitude, ...(called !== '' && { name: called }) } };
}

function cardOf({ name, phones }: Content['contacts'][number]) {
  const [phone] = phones;
  return {
    name: name?.formatted_name ?? name?.first_name ?? '',
    number: (phone?.wa_id ?? phone?.phone ?? '').replace(/\D/g, ''),
  };
}

function interactiveText(said: Content['interactive']): string | undefined {
  const { button_reply: button, list_reply: list, nfm_reply: form } = said ?? {};
  return button?.title ?? (list ? [list.title, list.description].filter(Boolean).join('\n') : (form?.body ?? form?.name));
}

function orderText({ text, product_items: items }: NonNullable<Content['order']>): string {
  const lines = items.map(
    ({ product_retailer_id: product, quantity, item_price: price, currency }) =>
      `${quantity} × ${product ?? '?'}${price && ` (${[currency, price].filter(Boolean).join(' ')})`}`,
  );
  return ['Pedido', ...lines, text].filter(Boolean).join('\n');
}

/** A call of the customer's, once for its beginning. */
function callOf(call: Call, people: Person[], { now }: Pick<FrameContext, 'now'>): Frame[] {
  const chat = chatOf(call.from, call.from_user_id);
  if (chat === undefined || call.event !== 'connect' || call.direction === 'BUSINESS_INITIATED') return [];
  const name = nameOf(call, people);
  return [{ ...blank, id: call.id, chat, name, sentAt: timeOf(call.timestamp, now), mediaType: 'call_log', data: { video: false } }];
}
