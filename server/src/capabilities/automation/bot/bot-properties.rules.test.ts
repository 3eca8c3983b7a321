import { botReasons } from '@prosa/contracts/reasons';
import { weekdays } from '@prosa/contracts/working-hours';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { botStep } from './bot.rules.ts';
import { type BotConfiguration, type BotEvent, type BotOption, type BotQueue, BotState, type BotTicket } from './bot.types.ts';
import { botDeeds } from './bot-deeds.ts';

const text = fc.oneof(fc.constant(''), fc.constantFrom('Olá!', 'Diga', 'Fim', '{{name}}', 'A', 'B'), fc.string({ maxLength: 12 }));
const title = fc.oneof(fc.constantFrom('A', 'B', 'Vendas', '1', '#', 'Menu inicial'), fc.string({ minLength: 1, maxLength: 8 }));

let ids = 0;
const options: fc.Memo<BotOption[]> = fc.memo((depth) =>
  fc
    .array(
      fc.record({
        title,
        message: text,
        type: fc.constantFrom('text' as const, 'text' as const, 'text' as const, 'bill' as const),
        children: depth > 1 ? options(depth - 1) : fc.constant<BotOption[]>([]),
      }),
      { maxLength: 3 },
    )
    .map((drafts) => drafts.map((draft) => ({ ...draft, id: ++ids }))),
);
const time = fc.constantFrom('00:00', '08:00', '12:00', '18:00', '22:00', '23:59');
const week = fc.array(fc.record({ weekday: fc.constant('dia'), weekdayEn: fc.constantFrom(...weekdays), startTime: time, endTime: time }), {
  maxLength: 6,
});
const queue = fc
  .record({ name: title, greetingMessage: text, outOfHoursMessage: text, schedules: week, options: options(3) })
  .map((draft): BotQueue => ({ ...draft, id: ++ids }));
const configuration: fc.Arbitrary<BotConfiguration> = fc.record({
  zone: fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Asia/Tokyo', 'Europe/Lisbon'),
  scheduleType: fc.constantFrom('disabled' as const, 'disabled' as const, 'queue' as const, 'company' as const),
  schedules: week,
  holidays: fc.constantFrom([], ['2026-11-16']),
  greetingMessage: text,
  outOfHoursMessage: text,
  queues: fc.array(queue, { maxLength: 3 }),
  otherQueues: fc.array(queue, { maxLength: 1 }),
});

type Heard = {
  body: string;
  minutes: number;
  deed: 'customer' | 'phone' | 'found' | 'redirect' | 'serve' | 'return' | 'next' | 'reconfigure';
};
const words = fc.oneof(fc.constantFrom('oi', '#', '0', '1', '2', '3', 'A', 'sair', ''), fc.string({ maxLength: 6 }));
const course = (deeds: Array<Heard['deed']>) =>
  fc.array(fc.record({ body: words, minutes: fc.constantFrom(0, 1, 4, 6, 600), deed: fc.constantFrom(...deeds) }), {
    minLength: 1,
    maxLength: 40,
  });
const talking: Array<Heard['deed']> = ['customer', 'customer', 'customer', 'customer'];
const living: Array<Heard['deed']> = [...talking, 'phone', 'found', 'redirect', 'serve', 'return', 'next', 'reconfigure'];

type World = { configuration: BotConfiguration; ticket: BotTicket; state: BotState | null; at: Date };
const begin = (given: BotConfiguration): World => ({
  configuration: given,
  ticket: {
    id: 1,
    status: 'pending',
    userId: null,
    queueId: given.queues.length === 1 ? (given.queues[0]?.id ?? null) : null,
    isGroup: false,
    attendedAt: null,
  },
  state: null,
  at: new Date('2026-11-16T12:00:00Z'),
});

/** What others do with the ticket between two events. */
function live(world: World, deed: Heard['deed'], other: BotConfiguration): void {
  const { ticket } = world;
  if (deed === 'redirect' && ticket.queueId === null) ticket.queueId = world.configuration.otherQueues[0]?.id ?? null;
  if (deed === 'serve') world.ticket = { ...ticket, status: 'open', userId: 5, attendedAt: world.at.toISOString() };
  if (deed === 'return') world.ticket = { ...ticket, status: 'pending', userId: null };
  if (deed === 'next') world.ticket = { ...begin(world.configuration).ticket, id: ticket.id + 1 };
  if (deed === 'reconfigure') world.configuration = { ...other, queues: [...other.queues, ...world.configuration.queues.slice(0, 1)] };
}

const eventOf = ({ deed, body }: Heard, at: Date): BotEvent | undefined => {
  if (deed === 'customer') return { kind: 'customer', body, at };
  if (deed === 'phone') return { kind: 'phone', at };
  return deed === 'found' ? { kind: 'found', outcome: { kind: 'none' }, at } : undefined;
};

function hear(world: World, event: BotEvent) {
  const step = botStep(world.configuration, world.state, world.ticket, event);
  world.state = step.state;
  if (step.queueId !== undefined) world.ticket = { ...world.ticket, queueId: step.queueId };
  return step;
}

const runs = { numRuns: 600 };

test('whatever the tree, the settings and the words: it speaks only where nobody serves, and leaves the ticket in a list', () => {
  fc.assert(
    fc.property(configuration, configuration, course(living), (given, other, heard) => {
      const world = begin(given);
      for (const each of heard) {
        world.at = new Date(world.at.getTime() + each.minutes * 60_000);
        live(world, each.deed, other);
        const event = eventOf(each, world.at);
        if (!event) continue;
        const before = { ...world.ticket };
        const silent = world.state?.ticketId === before.id && world.state.stage === 'silent';
        const step = hear(world, event);
        const isServed = before.status !== 'pending' || before.userId !== null;
        if (isServed || (silent && before.attendedAt === null) || event.kind === 'phone') expect(step.says).toEqual([]);
        if (isServed || before.attendedAt !== null) expect([step.queueId, step.chatbot]).toEqual([undefined, false]);
        // Where a person has spoken, and serves no more, only that nobody is there.
        if (before.attendedAt !== null) expect(step.says.filter(({ origin }) => origin !== 'hours')).toEqual([]);
        // Waiting without a queue, or in one that is there: both are lists that people see.
        const known = [...world.configuration.queues, ...world.configuration.otherQueues].map(({ id }) => id);
        if (step.queueId !== undefined && step.queueId !== null) expect(known).toContain(step.queueId);
        // A queue is left only where there is a choice of others.
        if (step.queueId === null) expect(world.configuration.queues.length).toBeGreaterThan(1);
        for (const say of step.says) expect(say.text.trim()).not.toBe('');
        for (const row of step.history) expect(botDeeds).toContain(row.what);
        expect(BotState.parse(JSON.parse(JSON.stringify(step.state)))).toEqual(step.state);
        expect(step.state.ticketId).toBe(before.id);
      }
    }),
    runs,
  );
});

test('it always ends: at most ten times in a row it speaks in a ticket, and never the same more than three times', () => {
  fc.assert(
    fc.property(configuration, course(talking), (given, heard) => {
      const world = begin(given);
      const said: string[] = [];
      for (const each of [...heard, ...heard, ...heard]) {
        world.at = new Date(world.at.getTime() + each.minutes * 60_000);
        const { says } = hear(world, { kind: 'customer', body: each.body, at: world.at });
        if (says.length > 0) said.push(says.map((say) => say.text).join('\n\n'));
      }
      expect(said.length).toBeLessThanOrEqual(10);
      for (const [place, one] of said.entries())
        expect([said[place + 1], said[place + 2], said[place + 3]].every((next) => next === one)).toBe(false);
    }),
    runs,
  );
});

test('two bots set against each other stop', () => {
  fc.assert(
    fc.property(configuration, configuration, (one, other) => {
      const [left, right] = [begin(one), begin(other)];
      let mail: Array<{ to: World; body: string }> = [{ to: left, body: 'oi' }];
      let exchanged = 0;
      for (; mail.length > 0 && exchanged < 200; exchanged += 1) {
        const [letter, ...rest] = mail;
        if (!letter) break;
        letter.to.at = new Date(letter.to.at.getTime() + 7 * 60_000);
        const { says } = hear(letter.to, { kind: 'customer', body: letter.body, at: letter.to.at });
        const to = letter.to === left ? right : left;
        mail = [...rest, ...says.map((say) => ({ to, body: say.text }))];
      }
      expect(mail).toEqual([]);
    }),
    runs,
  );
});

test('it is a function of what it is given: the same again gives the same, and nothing given is changed', () => {
  fc.assert(
    fc.property(configuration, course(talking), (given, heard) => {
      const world = begin(given);
      for (const each of heard) {
        const before = structuredClone(world);
        const event = { kind: 'customer', body: each.body, at: world.at } as const;
        const once = botStep(world.configuration, world.state, world.ticket, event);
        expect(botStep(world.configuration, world.state, world.ticket, event)).toEqual(once);
        expect(world).toEqual(before);
        hear(world, event);
      }
    }),
    { numRuns: 200 },
  );
});

test('a text says why by one of the reasons that screens know, or by that of the bill', () => {
  const known = new Set<string>(Object.values(botReasons));
  fc.assert(
    fc.property(configuration, course(talking), (given, heard) => {
      const world = begin(given);
      for (const each of heard) {
        const { says } = hear(world, { kind: 'customer', body: each.body, at: world.at });
        for (const { why, origin } of says) if (origin !== 'bill') expect(known).toContain(why);
      }
    }),
    { numRuns: 200 },
  );
});
