import { botReasons } from '@prosa/contracts/reasons';
import { expect, test } from 'vitest';
import {
  internetMenu,
  later,
  mainMenu,
  noon,
  notUnderstood,
  oneChild,
  option,
  plainQueue,
  sales,
  support,
  supportMenu,
  talk,
  waiting,
} from './bot.fixture.ts';
import type { BotConfiguration, BotTicket } from './bot.types.ts';

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
    { attendedAt: '2026-11-16T12:00:00.000Z' },
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

test('the only queue of a connection shows its options below the connection’s greeting, where it has none of its own', () => {
  const bare = { ...support, greetingMessage: ' ' };
  const menu = supportMenu.replace('Suporte aqui.', 'Olá!');
  const { says } = talk({ queues: [bare] }, { queueId: 2 });
  expect(['Oi', '1', '0', '?'].map((body) => says(body))).toEqual([[menu], [internetMenu], [menu], [notUnderstood(menu)]]);
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
