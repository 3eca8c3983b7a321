import { editMinutes, type Message } from '@prosa/contracts/messages';

/** A text of this very person's that still may be edited; the server decides by its own clock. */
export function isEditable(message: Message, userId: number, now: number): boolean {
  const { fromMe, user, origin, mediaType, isDeleted, ack, createdAt } = message;
  const isTheirs = fromMe && user?.id === userId && origin === 'agent';
  return isTheirs && mediaType === null && !isDeleted && ack >= 0 && now - Date.parse(createdAt) < editMinutes * 60_000;
}

/** A call is no message on the channel, and what was not sent is not there. */
export const isReactable = ({ isDeleted, mediaType, ack }: Message): boolean => !isDeleted && mediaType !== 'call_log' && ack >= 0;

/** The company's reaction, of which there is one. */
export const ourReaction = ({ reactions }: Pick<Message, 'reactions'>): string => reactions.find(({ fromMe }) => fromMe)?.emoji ?? '';

/** The reactions once the company's is this one; nothing takes it back. */
export const withOurs = (reactions: Message['reactions'], emoji: string, name: string): Message['reactions'] => [
  ...reactions.filter(({ fromMe }) => !fromMe),
  ...(emoji === '' ? [] : [{ emoji, fromMe: true, name }]),
];
