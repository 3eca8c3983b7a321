import { botReasons } from '@prosa/contracts/reasons';
import { expect, test } from 'vitest';
import {
  later,
  mainMenu,
  night,
  noon,
  notUnderstood,
  option,
  plainQueue,
  sales,
  support,
  supportMenu,
  talk,
  waiting,
} from './bot.fixture.ts';
import { botDeeds } from './bot-deeds.ts';

test('closed by the company’s hours: its text instead of the menu, once in five minutes; the menu when it opens', () => {
  const { place, hear, says } = talk({ scheduleType: 'company' });
  expect(hear('Oi', night)).toMatchObject({
    chatbot: false,
    says: [{ text: 'Estamos fechados.', origin: 'hours', why: botReasons.companyClosed }],
    history: [{ what: 'hours', to: null, why: botReasons.companyClosed }],
  });
  expect(says('Alguém?', later(night, 4.9))).toEqual([]);
  // Also in the next ticket.
  place.ticket = { ...waiting, id: 8 };
  expect(says('Alguém?', later(night, 4.95))).toEqual([]);
  expect(says('Alguém?', later(night, 5))).toEqual(['Estamos fechados.']);
  expect(says('Bom dia', later(noon, 24 * 60))).toEqual([mainMenu]);
});

test('the hours of a queue count once it is chosen: its own text or the connection’s, the way back, and the queue stays', () => {
  const own = { ...sales, outOfHoursMessage: 'Vendas volta amanhã.' };
  const { place, hear, says } = talk({ scheduleType: 'queue', queues: [own, support] });
  expect(says('Oi', night)).toHaveLength(1);
  expect(hear('1', night)).toMatchObject({
    queueId: 1,
    chatbot: false,
    says: [{ text: 'Vendas volta amanhã.\n\n*[ # ]* - Menu inicial', origin: 'hours', why: botReasons.queueClosed }],
    history: [
      { what: 'bot-queue', to: 'Vendas' },
      { what: 'hours', to: 'Vendas', why: botReasons.queueClosed },
    ],
  });
  expect(says('Alguém?', later(night, 3))).toEqual([]);
  expect(says('#', later(night, 4))).toHaveLength(1);
  expect(place.ticket.queueId).toBeNull();
  expect(says('2', later(night, 6))).toEqual(['Estamos fechados.\n\n*[ # ]* - Menu inicial']);
  expect(place.ticket.queueId).toBe(2);
  expect(says('Bom dia', later(noon, 24 * 60))).toEqual([supportMenu]);
});

test('one queue that is closed names no way back; a queue that a ticket was redirected to has hours as well', () => {
  expect(talk({ scheduleType: 'queue', queues: [support] }, { queueId: 2 }).says('Oi', night)).toEqual(['Estamos fechados.']);
  const redirected = talk({ scheduleType: 'queue', queues: [], otherQueues: [plainQueue] }, { queueId: 3 });
  expect(redirected.says('Oi', night)).toEqual(['Estamos fechados.']);
});

test('a holiday is told as such; without a text for it the bot goes on; nobody is told while an agent serves', () => {
  const holidays = ['2026-11-16'];
  expect(talk({ scheduleType: 'company', holidays }).hear('Oi')).toMatchObject({ says: [{ why: botReasons.holiday }] });
  expect(talk({ scheduleType: 'company', holidays, outOfHoursMessage: ' ' }).says('Oi')).toEqual([mainMenu]);
  expect(talk({ holidays }).says('Oi')).toEqual([mainMenu]);
  expect(talk({ scheduleType: 'company' }, { status: 'open', userId: 4, attendedAt: noon.toISOString() }).says('Oi', night)).toEqual([]);
});

test('a customer who comes back to a ticket that a person has served is told that nobody is there, and gets no menu', () => {
  const { says } = talk({ scheduleType: 'company' }, { attendedAt: noon.toISOString() });
  expect(says('Oi', night)).toEqual(['Estamos fechados.']);
  expect(says('#', night)).toEqual([]);
  expect(talk({ scheduleType: 'queue' }, { attendedAt: noon.toISOString(), queueId: 2 }).says('Oi', night)).toEqual(['Estamos fechados.']);
  expect(talk({ scheduleType: 'company' }, { attendedAt: noon.toISOString() }).says('Oi')).toEqual([]);
});

test('the same text three times in a row is enough: it falls silent, and its history says why', () => {
  const { hear, says } = talk();
  hear('Oi');
  for (let turn = 0; turn < 3; turn += 1) expect(says('?')).toEqual([notUnderstood(mainMenu)]);
  expect(hear('?')).toMatchObject({
    says: [],
    chatbot: false,
    state: { stage: 'silent' },
    history: [{ what: 'bot-stopped', why: botReasons.sameText }],
  });
  expect(says('#')).toEqual([]);
});

test('who writes all night is told three times that nobody is there, and in the morning gets the menu', () => {
  const { hear, says } = talk({ scheduleType: 'company' });
  for (let turn = 0; turn < 3; turn += 1) expect(says('Oi?', later(night, 6 * turn))).toEqual(['Estamos fechados.']);
  expect(hear('Oi?', later(night, 18))).toMatchObject({
    says: [],
    history: [{ what: 'bot-stopped', why: botReasons.sameText }],
  });
  expect(hear('Oi?', later(night, 24))).toMatchObject({ says: [], history: [] });
  expect(says('Bom dia', later(noon, 24 * 60))).toEqual([mainMenu]);
  expect(says('2', later(noon, 24 * 60))).toEqual([supportMenu]);
});

test('what is said by itself is counted from what a person did last', () => {
  const { place, says } = talk({ scheduleType: 'company' }, { attendedAt: noon.toISOString() });
  const nightOf = (day: number) => [0, 6, 12, 18, 24].map((minutes) => says('Oi?', later(night, day * 24 * 60 + minutes)).length);
  expect(nightOf(0)).toEqual([1, 1, 1, 0, 0]);
  expect(nightOf(1)).toEqual([0, 0, 0, 0, 0]);
  place.ticket = { ...place.ticket, attendedAt: later(noon, 2 * 24 * 60).toISOString() };
  expect(nightOf(2)).toEqual([1, 1, 1, 0, 0]);
});

test('ten texts in a row without a person are enough; a choice that was made with the eleventh still counts', () => {
  const { hear, place } = talk();
  for (const body of ['Oi', '2', '#', '2', '#', '2', '#', '2', '#', '#']) expect(hear(body).says).toHaveLength(1);
  expect(hear('1')).toMatchObject({
    says: [],
    queueId: 1,
    chatbot: false,
    history: [{ what: 'bot-queue' }, { what: 'bot-stopped', why: botReasons.tooManyTexts }],
  });
  expect(place.state?.stage).toBe('silent');
});

test('an option about a bill without a billing system hands over, and says why', () => {
  const bills = { ...support, options: [{ ...option(23, '2ª via', 'Segunda via do boleto.'), type: 'bill' as const }] };
  const { hear, place } = talk({ queues: [bills] }, { queueId: 2 });
  hear('Oi');
  const step = hear('1');
  expect(step.says[0]?.text).toContain('Segunda via do boleto.');
  expect(step.history[0]).toMatchObject({ what: 'bot-option', to: '2ª via' });
  expect(place.ticket.queueId).toBe(2);
});

test('what a look-up has found is dropped where nobody asks for it any more', () => {
  const { hear, hears } = talk();
  hear('Oi');
  expect(hears({ kind: 'found', outcome: { kind: 'none' }, at: noon })).toMatchObject({
    says: [],
    history: [],
    state: { stage: 'queues' },
  });
});

test('every reason and deed is named once', () => {
  const reasons = Object.values(botReasons);
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(new Set(botDeeds).size).toBe(botDeeds.length);
});
