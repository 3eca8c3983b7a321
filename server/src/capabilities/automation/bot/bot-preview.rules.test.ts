import type { OptionDraft } from '@prosa/contracts/queue-options';
import { expect, test } from 'vitest';
import { previewConversation } from './bot-preview.rules.ts';

const option = (title: string, message = '', children: OptionDraft[] = []): OptionDraft => ({ title, message, type: 'text', children });
const asked = {
  queue: { name: 'Suporte', greetingMessage: '{{greeting}}, {{firstName}}! Suporte aqui.' },
  options: [option('Internet', 'O que houve?', [option('Lenta', 'Reinicie o modem.'), option('Caiu', 'Já vamos ver.')]), option('Outros')],
  zone: 'America/Sao_Paulo',
  at: new Date('2026-11-16T13:00:00Z'),
};
const top = 'Bom dia, Maria! Suporte aqui.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Outros\n\n*[ # ]* - Menu inicial';
const below = 'O que houve?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Caiu\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';

test('a draft is tried out as a customer would meet it: opening, option, leaf', () => {
  const { messages, ended } = previewConversation({ ...asked, messages: ['Oi', '1', '2'] });
  expect(messages).toEqual([
    { body: 'Oi', fromMe: false, why: null },
    { body: top, fromMe: true, why: 'the customer has to choose an option' },
    { body: '1', fromMe: false, why: null },
    { body: below, fromMe: true, why: 'the customer chose the option' },
    { body: '2', fromMe: false, why: null },
    { body: 'Já vamos ver.', fromMe: true, why: 'the customer chose the option' },
  ]);
  expect(ended).toBe(true);
});

test('before the customer has said a word it shows how the bot would open', () => {
  expect(previewConversation({ ...asked, messages: [] })).toEqual({
    messages: [{ body: top, fromMe: true, why: 'the customer has to choose an option' }],
    ended: false,
  });
});

test('hours are tried out only where they are asked for', () => {
  const queue = { ...asked.queue, outOfHoursMessage: 'Fechado.', schedules: closedEveryDay };
  const open = previewConversation({ ...asked, queue, messages: ['Oi'] });
  expect(open.messages.at(-1)?.body).toBe(top);
  const closed = previewConversation({ ...asked, queue, messages: ['Oi'], scheduleType: 'queue' });
  expect(closed.messages.at(-1)).toEqual({ body: 'Fechado.', fromMe: true, why: 'the queue is closed at this time' });
});

const closedEveryDay = [{ weekday: 'Domingo', weekdayEn: 'sunday' as const, startTime: '00:00', endTime: '00:00' }];
