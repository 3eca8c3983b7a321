/** Why the bot said something about a bill, and why a person goes on: screens turn these sentences into words of their language. */
export const billReasons = {
  begun: 'the customer asked for the second copy of a bill',
  badDocument: 'the document can not be right',
  unknownDocument: 'the billing system does not know the document',
  ownership: 'the asker has to show that the record is theirs',
  found: 'the billing system has found it',
  none: 'no bill is open',
  left: 'the customer left the conversation about the bill',
  expired: 'the conversation about the bill began anew after a pause',
  tooManyTries: 'three answers about the bill did not fit',
  unprovable: 'the record has nothing to show its ownership by',
  tooOften: 'five look-ups of bills in an hour',
  noCode: 'the bill has no code to pay by',
  notSetUp: 'no billing system is set up',
  unreachable: 'the billing system did not answer',
  denied: 'the billing system refused our key',
  refused: 'the address of the billing system may not be called',
  unreadable: 'the answer of the billing system can not be read',
  broken: 'the look-up of a bill failed',
} as const;
export type BillReason = (typeof billReasons)[keyof typeof billReasons];
