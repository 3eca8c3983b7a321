/** Kinds of rows that the bot writes into a ticket's history. */
export const botDeeds = ['bot-queue', 'bot-option', 'bot-ended', 'bot-stopped', 'bot-off', 'hours'] as const;

/** Why it said or did something: screens turn these sentences into words of their language. */
export const botReasons = {
  firstMessage: 'the customer wrote for the first time',
  queueMenu: 'the customer has to choose a queue',
  queueChosen: 'the customer chose the queue',
  onlyQueue: 'it is the only queue of the connection',
  optionMenu: 'the customer has to choose an option',
  optionChosen: 'the customer chose the option',
  previousMenu: 'the customer asked for the previous menu',
  mainMenu: 'the customer asked for the main menu',
  notUnderstood: 'the answer fits no option',
  lastOption: 'the option has nothing below it',
  movedMeanwhile: 'the ticket was put in a queue meanwhile',
  billSettled: 'the conversation about the bill is over',
  companyClosed: 'the company is closed at this time',
  queueClosed: 'the queue is closed at this time',
  holiday: 'today is a holiday of the company',
  tooManyTexts: 'ten automatic texts in a row',
  sameText: 'the same automatic text three times in a row',
  phone: 'somebody wrote on the phone',
} as const;
