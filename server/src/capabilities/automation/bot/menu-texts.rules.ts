import type { BotConfiguration, BotOption, BotQueue } from './bot.types.ts';

export const mainMenuTitle = 'Menu inicial';
export const previousMenuTitle = 'Menu anterior';
const notUnderstood = 'Não entendi a sua resposta. Por favor, digite o número de uma das opções.';

const line = (key: number | string, title: string) => `*[ ${key} ]* - ${title}`;
const lines = (titles: string[]) => titles.map((title, place) => line(place + 1, title)).join('\n');
export const mainMenuLine = line('#', mainMenuTitle);

export const isBlank = (text: string) => text.trim() === '';
/** Parts with a blank line between them. */
export const paragraphs = (...parts: string[]) => parts.filter((part) => !isBlank(part)).join('\n\n');

export const queueMenu = ({ greetingMessage, queues }: BotConfiguration) =>
  paragraphs(greetingMessage, lines(queues.map(({ name }) => name)));

/** The options of a queue's top, or those below one of them. */
export function optionMenu(greeting: string, queue: BotQueue, option: BotOption | undefined): string {
  const titles = lines((option ? option.children : queue.options).map(({ title }) => title));
  return option
    ? paragraphs(option.message, titles, `${line(0, previousMenuTitle)}\n${mainMenuLine}`)
    : paragraphs(greeting, titles, mainMenuLine);
}

export const notUnderstoodMenu = (menu: string) => paragraphs(notUnderstood, menu);
