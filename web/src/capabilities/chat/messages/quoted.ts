import { Message } from '@prosa/contracts/messages';

/** What is known of a message that is answered: enough to show it and to name it. */
export const QuotedContent = Message.shape.quotedMsg.unwrap();

/** A message as the one answered. */
export function asQuoted(message: Message): NonNullable<Message['quotedMsg']> {
  return QuotedContent.parse(message);
}
