import { type MediaType, mediaTypes, unreadableBody } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';

/** What a row says of the last message: whose it is, its kind if it is no plain text, and its words, if any are worth showing. */
export type LastMessageText = {
  fromMe: boolean;
  /** The colleague who said it. */
  user: { id: number; name: string } | undefined;
  /** In a group: who said it. */
  name: string | undefined;
  kind: MediaType | undefined;
  words: string;
  seconds: number | undefined;
  isDeleted: boolean;
  isUnreadable: boolean;
};

const asMedia = (text: string | null | undefined) => mediaTypes.find((type) => type === text);
/** A link to a map and the like say less than the name of the kind. */
const kindsWithoutText: readonly MediaType[] = ['locationMessage', 'call_log'];

export function lastMessageText({ lastMessage, last }: Pick<Ticket, 'lastMessage' | 'last'>): LastMessageText {
  // A file without words is told by its kind alone; where nobody said what the message was, that word is all there is.
  const kind = last ? asMedia(last.mediaType) : asMedia(lastMessage);
  const said = last?.text ?? lastMessage;
  const isUnreadable = kind === undefined && said === unreadableBody;
  const isNamedByKind = kind !== undefined && (said === kind || kindsWithoutText.includes(kind));
  return {
    fromMe: last?.fromMe ?? false,
    user: last?.user,
    name: last?.name,
    kind,
    words: isNamedByKind || isUnreadable ? '' : said,
    seconds: last?.seconds ?? undefined,
    isDeleted: said === '' && kind === undefined && Boolean(last),
    isUnreadable,
  };
}

/** Who is named before it: nobody where the customer said it, a colleague by their first name, and in a group whoever it was. */
export function authorOf(
  { fromMe, user, name }: Pick<LastMessageText, 'fromMe' | 'user' | 'name'>,
  myId: number,
  words: { you: string; phone: string },
): string | undefined {
  if (!fromMe) return name;
  if (!user) return words.phone;
  return user.id === myId ? words.you : user.name.trim().split(/\s+/)[0];
}

/** 0:42 */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
