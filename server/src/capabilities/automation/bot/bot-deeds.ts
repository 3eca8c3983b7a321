/** Kinds of rows that the bot writes into a ticket's history. */
export const botDeeds = ['bot-queue', 'bot-option', 'bot-ended', 'bot-stopped', 'bot-off', 'hours'] as const;
