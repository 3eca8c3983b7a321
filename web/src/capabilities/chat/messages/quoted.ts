import { Message } from '@prosa/contracts/messages';

/** The parts of a quoted message that are stored. */
export const QuotedContent = Message.shape.quotedMsg.unwrap();

/** A message as the one answered. */
export function asQuoted(message: Message): NonNullable<Message['quotedMsg']> {
  return QuotedContent.parse(message);
}
