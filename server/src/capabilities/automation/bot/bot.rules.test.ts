import { defaultWeek } from '@prosa/contracts/working-hours';
import { expect, test } from 'vitest';
import { botStep } from './bot.rules.ts';
import type { BotConfiguration, BotEvent, BotOption, BotQueue, BotState, BotStep, BotTicket } from './bot.types.ts';
import { botDeeds, botReasons } from './bot-reasons.ts';

const option = (id: number, title: string, message = '', children: BotOption[] = []): BotOption => ({
  id,
  title,
  message,
  type: 'text',
  children,
});
const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: defaultWeek,
  options: [],
  ...more,
});
const support = queue(2, 'Suporte', {
  greetingMessage: 'Suporte aqui.',
  options: [
    option(21, 'Internet', 'O que houve?', [
      option(211, 'Lenta', 'Reinicie.'),
      option(212, 'Só um filho', 'Um:', [option(2121, 'Fundo', 'Fim.')]),
    ]),
    option(22, 'Endereço', 'Rua das Flores.'),
  ],
});
const sales = queue(1, 'Vendas', { greetingMessage: 'Vendas aqui.' });
const plainQueue = queue(3, 'Outros');
const base: BotConfiguration = {
  zone: 'America/Sao_Paulo',
  scheduleType: 'disabled',
  schedules: defaultWeek,
  holidays: [],
  greetingMessage: 'Olá!',
  outOfHoursMessage: 'Estamos fechados.',
  queues: [sales, support, plainQueue],
  otherQueues: [],
};
const noon = new Date('2026-11-16T15:00:00Z');
const night = new Date('2026-11-17T02:00:00Z');
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const waiting: BotTicket = { id: 7, status: 'pending', userId: null, queueId: null, isGroup: false, attended: false };

/** A conversation under way: what is heard changes where it stands. */
function talk(configuration: Partial<BotConfiguration> = {}, begins: Partial<BotTicket> = {}) {
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

const mainMenu = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte\n*[ 3 ]* - Outros';
const supportMenu = 'Suporte aqui.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Endereço\n\n*[ # ]* - Menu inicial';
const internetMenu = 'O que houve?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Só um filho\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
const oneChild = 'Um:\n\n*[ 1 ]* - Fundo\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
const notUnderstood = (menu: string) => `Não entendi a sua resposta. Por favor, digite o número de uma das opções.\n\n${menu}`;

/** What the customer says, and what each is answered with; the queue and the stage in the end. */
const conversations: Array<[string, Partial<BotConfiguration>, Partial<BotTicket>, Array<[string, string[]]>, number | null, string]> = [
  ['several queues: the menu, whatever came first', {}, {}, [['1', [mainMenu]]], null, 'queues'],
  ['without a greeting, the queues alone', { greetingMessage: ' ' }, {}, [['Oi', [mainMenu.slice(6)]]], null, 'queues'],
  [
    'a queue without options greets and ends',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['1', ['Vendas aqui.']],
      ['Oi?', []],
    ],
    1,
    'ended',
  ],
  [
    'one without a greeting says nothing',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['3', []],
    ],
    3,
    'ended',
  ],
  [
    'what fits nothing gets the menu again',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['9', [notUnderstood(mainMenu)]],
      ['', [notUnderstood(mainMenu)]],
    ],
    null,
    'queues',
  ],
  [
    '0 in the menu of queues shows it again',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['0', [mainMenu]],
    ],
    null,
    'queues',
  ],
  [
    'options, down to a leaf',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['2', [supportMenu]],
      ['1', [internetMenu]],
      ['1', ['Reinicie.']],
      ['1', []],
    ],
    2,
    'ended',
  ],
  [
    'a single child is not chosen for the customer',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['2', [supportMenu]],
      ['1', [internetMenu]],
      ['2', [oneChild]],
      ['qualquer', [notUnderstood(oneChild)]],
      ['1', ['Fim.']],
    ],
    2,
    'ended',
  ],
  [
    '0 leads one up, at the top to the queues; # to the queues from anywhere',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['2', [supportMenu]],
      ['1', [internetMenu]],
      ['2', [oneChild]],
      ['0', [internetMenu]],
      ['0', [supportMenu]],
      ['0', [mainMenu]],
    ],
    null,
    'queues',
  ],
  [
    '# after the end',
    {},
    {},
    [
      ['Oi', [mainMenu]],
      ['1', ['Vendas aqui.']],
      ['#', [mainMenu]],
    ],
    null,
    'queues',
  ],
  [
    'one queue with options',
    { queues: [support] },
    { queueId: 2 },
    [
      ['1', [supportMenu]],
      ['1', [internetMenu]],
      ['#', [supportMenu]],
    ],
    2,
    'options',
  ],
  [
    'one queue, back from its top',
    { queues: [support] },
    { queueId: 2 },
    [
      ['Oi', [supportMenu]],
      ['0', [supportMenu]],
    ],
    2,
    'options',
  ],
  [
    'one queue, # after a leaf',
    { queues: [support] },
    { queueId: 2 },
    [
      ['Oi', [supportMenu]],
      ['2', ['Rua das Flores.']],
      ['#', [supportMenu]],
    ],
    2,
    'options',
  ],
  [
    'one queue without options',
    { queues: [sales] },
    { queueId: 1 },
    [
      ['Oi', ['Vendas aqui.']],
      ['#', []],
    ],
    1,
    'ended',
  ],
  [
    'one queue without a greeting: the connection’s',
    { queues: [plainQueue] },
    { queueId: 3 },
    [
      ['Oi', ['Olá!']],
      ['Oi', []],
    ],
    3,
    'ended',
  ],
  ['one queue that the ticket is not in yet', { queues: [plainQueue] }, {}, [['Oi', ['Olá!']]], 3, 'ended'],
  [
    'no queue: the greeting, once',
    { queues: [] },
    {},
    [
      ['Oi', ['Olá!']],
      ['Oi', []],
      ['#', []],
    ],
    null,
    'ended',
  ],
  ['no queue, no greeting', { queues: [], greetingMessage: '' }, {}, [['Oi', []]], null, 'ended'],
  [
    'it was in a queue before it began',
    {},
    { queueId: 2 },
    [
      ['Oi', []],
      ['1', []],
    ],
    2,
    'ended',
  ],
  ['in a queue of another connection', { queues: [sales], otherQueues: [plainQueue] }, { queueId: 3 }, [['Oi', []]], 3, 'ended'],
  ['a group', {}, { isGroup: true }, [['Oi', []]], null, 'new'],
  ['served', {}, { status: 'open', userId: 4 }, [['Oi', []]], null, 'new'],
  ['closed', {}, { status: 'closed' }, [['Oi', []]], null, 'new'],
  [
    'a person has spoken',
    {},
    { attended: true },
    [
      ['Oi', []],
      ['#', []],
    ],
    null,
    'silent',
  ],
];

test.each(conversations)('%s', (_name, configuration, ticket, course, queueId, stage) => {
  const { place, says } = talk(configuration, ticket);
  expect(course.map(([body]) => [body, says(body)])).toEqual(course);
  expect(place.ticket.queueId).toBe(queueId);
  expect(place.state?.stage).toBe(stage);
});

test('the ticket shows whether the customer is in the bot’s hands', () => {
  const { hear } = talk();
  expect(['Oi', '2', '1', '1'].map((body) => hear(body).chatbot)).toEqual([true, true, true, false]);
});

test('redirected while the menu waits: the next word is no choice, and the bot is done', () => {
  const { place, hear } = talk();
  hear('Oi');
  place.ticket = { ...place.ticket, queueId: 3 };
  const step = hear('1');
  expect(step).toMatchObject({
    says: [],
    chatbot: false,
    state: { stage: 'ended' },
    history: [{ what: 'bot-ended', why: botReasons.movedMeanwhile }],
  });
  expect(step.queueId).toBeUndefined();
});

test('its queue was removed meanwhile: it begins anew', () => {
  const { place, hear, says } = talk();
  hear('Oi');
  hear('2');
  place.configuration = { ...place.configuration, queues: [sales, plainQueue] };
  place.ticket = { ...place.ticket, queueId: null };
  expect(says('1')).toEqual(['Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Outros']);
});

test('an option that was removed while its menu stood open: the queue’s menu, and no number is read against it', () => {
  const { place, hear, says } = talk();
  for (const body of ['Oi', '2', '1']) hear(body);
  const fewer = { ...support, options: [option(22, 'Endereço', 'Rua das Flores.')] };
  place.configuration = { ...place.configuration, queues: [sales, fewer] };
  expect(says('1')).toEqual(['Suporte aqui.\n\n*[ 1 ]* - Endereço\n\n*[ # ]* - Menu inicial']);
});

test('a word on the phone silences it for the ticket; a new ticket begins anew', () => {
  const { place, hear, hears, says } = talk();
  hear('Oi');
  expect(hears({ kind: 'phone', at: noon })).toMatchObject({
    says: [],
    chatbot: false,
    state: { stage: 'silent' },
    history: [{ what: 'bot-off', why: botReasons.phone }],
  });
  expect(says('1')).toEqual([]);
  expect(says('#')).toEqual([]);
  place.ticket = { ...waiting, id: 8 };
  expect(says('Oi')).toEqual([mainMenu]);
});

test('what was written before the menu was there does not answer it, and gets no second one', () => {
  const { hear, hears } = talk();
  hear('Oi');
  const early = { kind: 'customer', body: 'tudo bem?', at: later(noon, 0.1), sentAt: new Date(noon.getTime() - 500) } as const;
  expect(hears(early).says).toEqual([]);
  expect(hears({ ...early, body: '#' }).says).toEqual([]);
  expect(hears({ ...early, body: 'e aí?', sentAt: later(noon, 0.1) }).says).toHaveLength(1);
  expect(hears({ ...early, body: 'e aí?', isUnseen: true }).says).toEqual([]);
  expect(hears({ ...early, body: '2' }).queueId).toBe(2);
});

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
  expect(talk({ scheduleType: 'company' }, { status: 'open', userId: 4, attended: true }).says('Oi', night)).toEqual([]);
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
