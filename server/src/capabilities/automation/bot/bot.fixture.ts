import { defaultWeek } from '@prosa/contracts/working-hours';
import { botStep } from './bot.rules.ts';
import type { BotConfiguration, BotEvent, BotOption, BotQueue, BotState, BotStep, BotTicket } from './bot.types.ts';

export const option = (id: number, title: string, message = '', children: BotOption[] = []): BotOption => ({
  id,
  title,
  message,
  type: 'text',
  children,
});
export const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: defaultWeek,
  options: [],
  ...more,
});
export const support = queue(2, 'Suporte', {
  greetingMessage: 'Suporte aqui.',
  options: [
    option(21, 'Internet', 'O que houve?', [
      option(211, 'Lenta', 'Reinicie.'),
      option(212, 'Só um filho', 'Um:', [option(2121, 'Fundo', 'Fim.')]),
    ]),
    option(22, 'Endereço', 'Rua das Flores.'),
  ],
});
export const sales = queue(1, 'Vendas', { greetingMessage: 'Vendas aqui.' });
export const plainQueue = queue(3, 'Outros');
export const base: BotConfiguration = {
  zone: 'America/Sao_Paulo',
  scheduleType: 'disabled',
  schedules: defaultWeek,
  holidays: [],
  greetingMessage: 'Olá!',
  outOfHoursMessage: 'Estamos fechados.',
  queues: [sales, support, plainQueue],
  otherQueues: [],
};
export const noon = new Date('2026-11-16T15:00:00Z');
export const night = new Date('2026-11-17T02:00:00Z');
export const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
export const waiting: BotTicket = { id: 7, status: 'pending', userId: null, queueId: null, isGroup: false, attendedAt: null };

/** A conversation under way: what is heard changes where it stands. */
export function talk(configuration: Partial<BotConfiguration> = {}, begins: Partial<BotTicket> = {}) {
  const place = { configuration: { ...base, ...configuration }, ticket: { ...waiting, ...begins }, state: null as BotState | null };
  const hears = (event: BotEvent): BotStep => {
    const step = botStep(place.configuration, place.state, place.ticket, event);
    place.state = step.state;
    if (step.queueId !== undefined) place.ticket = { ...place.ticket, queueId: step.queueId };
    return step;
  };
  const hear = (body: string, at = noon) => hears({ kind: 'customer', body, at });
  return { place, hears, hear, says: (body: string, at = noon) => hear(body, at).says.map(({ text }) => text) };
}

export const mainMenu = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte\n*[ 3 ]* - Outros';
export const supportMenu = 'Suporte aqui.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Endereço\n\n*[ # ]* - Menu inicial';
export const internetMenu = 'O que houve?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Só um filho\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
export const oneChild = 'Um:\n\n*[ 1 ]* - Fundo\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
export const notUnderstood = (menu: string) => `Não entendi a sua resposta. Por favor, digite o número de uma das opções.\n\n${menu}`;
