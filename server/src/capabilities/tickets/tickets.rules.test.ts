import { type Profile, profiles } from '@prosa/contracts/permissions';
import { type TicketStatus, ticketStatuses } from '@prosa/contracts/tickets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audienceOf, decideArrival, decideMove, maySee, roomsOf, type TicketState, type TicketUser, ticketRooms } from './tickets.rules.ts';

const ana = 1;
const bia = 2;
const sales = 10;
const support = 20;

const person = (profile: Profile, over: Partial<TicketUser> = {}): TicketUser => ({
  userId: ana,
  profile,
  queueIds: [sales],
  allTicket: false,
  ...over,
});
const agent = person('user');
const supervisor = person('supervisor');
const admin = person('admin', { queueIds: [] });

const pending: TicketState = { status: 'pending', userId: null, queueId: sales };
const mine: TicketState = { status: 'open', userId: ana, queueId: sales };
const theirs: TicketState = { status: 'open', userId: bia, queueId: sales };
const closed: TicketState = { status: 'closed', userId: ana, queueId: sales };

describe('what a request to change a ticket comes to', () => {
  test.each([
    ['accepting a waiting ticket', agent, pending, { status: 'open', userId: ana }, 'accept', mine],
    ['accepting without naming oneself', agent, pending, { status: 'open' }, 'accept', mine],
    ['an admin accepting for an agent', admin, pending, { status: 'open', userId: bia }, 'accept', theirs],
    ['a supervisor accepting for an agent', supervisor, pending, { status: 'open', userId: bia }, 'accept', theirs],
    ['returning', agent, mine, { status: 'pending', userId: null }, 'return', pending],
    ['returning to another queue', agent, mine, { status: 'pending', queueId: support }, 'transfer', { ...pending, queueId: support }],
    ['resolving', agent, mine, { status: 'closed', userId: ana, queueId: sales }, 'resolve', closed],
    ['resolving a ticket that waits', agent, pending, { status: 'closed' }, 'resolve', closed],
    ['an admin resolving an agent’s ticket', admin, theirs, { status: 'closed' }, 'resolve', { ...closed, userId: bia }],
    ['reopening', agent, closed, { status: 'open', userId: ana, queueId: sales }, 'reopen', mine],
    ['transferring to a queue', agent, mine, { queueId: support }, 'transfer', { ...pending, queueId: support }],
    [
      'transferring to a queue without a person',
      agent,
      mine,
      { queueId: support, userId: null },
      'transfer',
      { ...pending, queueId: support },
    ],
    ['transferring to a person of a queue', agent, mine, { queueId: support, userId: bia }, 'transfer', { ...theirs, queueId: support }],
    [
      'transferring with the status said too',
      agent,
      mine,
      { status: 'open', queueId: support, userId: bia },
      'transfer',
      { ...theirs, queueId: support },
    ],
    ['an admin giving an agent’s ticket to another', admin, theirs, { status: 'open', userId: 3 }, 'transfer', { ...theirs, userId: 3 }],
    ['transferring a waiting ticket', agent, pending, { queueId: support }, 'transfer', { ...pending, queueId: support }],
    ['taking a ticket out of its queue', admin, pending, { queueId: null }, 'transfer', { ...pending, queueId: null }],
  ] as const)('%s', (_what, who, ticket, asked, what, next) => {
    expect(decideMove(who, ticket, asked)).toEqual({ move: { what, next } });
  });

  test.each([
    ['accepting one’s own open ticket again', agent, mine, { status: 'open', userId: ana }],
    ['resolving a resolved ticket', agent, closed, { status: 'closed' }],
    ['returning a waiting ticket', agent, pending, { status: 'pending' }],
    ['asking for nothing', agent, mine, {}],
  ] as const)('%s changes nothing', (_what, who, ticket, asked) => {
    expect(decideMove(who, ticket, asked)).toEqual({ unchanged: true });
  });

  test.each([
    ['an agent accepting what another serves', agent, theirs, { status: 'open', userId: ana }, 'ERR_TICKET_ALREADY_ACCEPTED'],
    ['a supervisor accepting what another serves', supervisor, theirs, { status: 'open', userId: ana }, 'ERR_TICKET_ALREADY_ACCEPTED'],
    ['an admin accepting what another serves', admin, theirs, { status: 'open' }, 'ERR_TICKET_ALREADY_ACCEPTED'],
    ['an agent accepting for a colleague', agent, pending, { status: 'open', userId: bia }, 'ERR_NO_PERMISSION'],
    ['opening for nobody', agent, pending, { status: 'open', userId: null }, 'ERR_VALIDATION'],
    ['transferring what is resolved', agent, closed, { queueId: support }, 'ERR_TICKET_NOT_OPEN'],
    ['returning what is resolved', agent, closed, { status: 'pending' }, 'ERR_TICKET_NOT_OPEN'],
    ['returning what is resolved to another queue', admin, closed, { status: 'pending', queueId: support }, 'ERR_TICKET_NOT_OPEN'],
  ] as const)('%s is refused', (_what, who, ticket, asked, refused) => {
    expect(decideMove(who, ticket, asked)).toMatchObject({ refused });
  });
});

describe('who may assign a ticket to whom, whether or not the status is sent along', () => {
  const third = 3;
  test.each([
    ['an agent takes a waiting ticket', agent, pending, ana, true],
    ['an agent gives a waiting ticket to a colleague', agent, pending, bia, false],
    ['an agent gives a colleague the ticket they serve', agent, mine, bia, true],
    ['an agent gives a colleague’s ticket to another', agent, theirs, third, false],
    ['a supervisor gives a waiting ticket to an agent', supervisor, pending, bia, true],
    ['a supervisor gives an agent’s ticket to another', supervisor, theirs, third, true],
    ['an admin gives a waiting ticket to an agent', admin, pending, bia, true],
    ['an admin gives an agent’s ticket to another', admin, theirs, third, true],
  ] as const)('%s', (_what, who, ticket, userId, isAllowed) => {
    const requests = [{ userId }, { userId, queueId: sales }, { userId, queueId: support }];
    for (const asked of [...requests, ...requests.map((request) => ({ ...request, status: 'open' as const }))]) {
      const verdict = decideMove(who, ticket, asked);
      const next = { status: 'open', userId, queueId: asked.queueId ?? sales };
      expect(verdict, JSON.stringify(asked)).toMatchObject(isAllowed ? { move: { next } } : { refused: expect.any(String) });
    }
  });

  test('giving a waiting ticket to a colleague is refused with the same code either way', () => {
    for (const status of [undefined, 'open'] as const)
      expect(decideMove(agent, pending, { ...(status && { status }), userId: bia, queueId: support })).toEqual({
        refused: 'ERR_NO_PERMISSION',
      });
  });
});

const someStatus = fc.constantFrom(...ticketStatuses);
const someUser = fc.integer({ min: 1, max: 4 });
const someQueue = fc.option(fc.integer({ min: 10, max: 13 }), { nil: null });
const somePerson: fc.Arbitrary<TicketUser> = fc.record({
  userId: someUser,
  profile: fc.constantFrom(...profiles),
  queueIds: fc.uniqueArray(fc.integer({ min: 10, max: 13 })),
  allTicket: fc.boolean(),
});
/** An open ticket has somebody, a waiting one nobody: the database sees to that. */
const someTicket: fc.Arbitrary<TicketState> = fc
  .record({ status: someStatus, userId: fc.option(someUser, { nil: null }), queueId: someQueue })
  .map(({ status, userId, queueId }) => ({
    status,
    queueId,
    userId: status === 'pending' ? null : status === 'open' ? (userId ?? 1) : userId,
  }));
const someRequest = fc.record({ status: someStatus, userId: fc.option(someUser, { nil: null }), queueId: someQueue }, { requiredKeys: [] });

test('whatever is asked, a ticket ends in a legal state: open with a person, waiting with none, and a closed one stays', () => {
  fc.assert(
    fc.property(somePerson, someTicket, someRequest, (who, ticket, asked) => {
      const verdict = decideMove(who, ticket, asked);
      if (!('move' in verdict)) return;
      const { what, next } = verdict.move;
      if (next.status === 'open') expect(next.userId).not.toBeNull();
      if (next.status === 'pending') expect(next.userId).toBeNull();
      if (ticket.status === 'closed') expect([what, next.status]).toEqual(['reopen', 'open']);
      expect({ accept: 'open', return: 'pending', resolve: 'closed', reopen: 'open', transfer: next.status }[what]).toBe(next.status);
    }),
    { numRuns: 2000 },
  );
});

test('an ordinary agent never takes a ticket from a colleague nor gives one away that is not theirs', () => {
  fc.assert(
    fc.property(somePerson, someTicket, someRequest, (who, ticket, asked) => {
      const others = who.profile === 'user' && ticket.status === 'open' && ticket.userId !== who.userId;
      if (others && asked.status === 'open') expect(decideMove(who, ticket, asked)).not.toHaveProperty('move');
    }),
    { numRuns: 2000 },
  );
});

describe('who may see a ticket', () => {
  const see = (who: TicketUser, ticket: TicketState, wasTheirs = false) => maySee(who, { ...ticket, wasTheirs });
  test.each<[string, TicketUser, TicketState, boolean, boolean]>([
    ['their own', agent, { ...mine, queueId: support }, false, true],
    ['one waiting in their queue', agent, pending, false, true],
    ['one waiting in another queue', agent, { ...pending, queueId: support }, false, false],
    ['one waiting without queue', agent, { ...pending, queueId: null }, false, false],
    ['one waiting without queue, with the right to all', person('user', { allTicket: true }), { ...pending, queueId: null }, false, true],
    ['one a colleague of their queue serves', agent, theirs, false, false],
    ['one closed in their queue', agent, { ...closed, userId: bia }, false, true],
    ['one closed elsewhere', agent, { ...closed, userId: bia, queueId: support }, false, false],
    ['one closed elsewhere that was once theirs', agent, { ...closed, userId: bia, queueId: support }, true, true],
    ['one open elsewhere that was once theirs', agent, { ...theirs, queueId: support }, true, false],
    ['a supervisor: one that is served in their queue', supervisor, theirs, false, true],
    ['a supervisor: one of another queue', supervisor, { ...theirs, queueId: support }, false, false],
    ['an admin: any', admin, { ...theirs, queueId: support }, false, true],
  ])('%s', (_what, who, ticket, wasTheirs, expected) => {
    expect(see(who, ticket, wasTheirs)).toBe(expected);
  });

  test('a person hears of a ticket exactly when they may see it', () => {
    fc.assert(
      fc.property(somePerson, someTicket, (who, ticket) => {
        const rooms = new Set([...roomsOf(who), ticketRooms.user(who.userId ?? 0)]);
        const hears = audienceOf(ticket).some((room) => rooms.has(room));
        expect(hears).toBe(see(who, ticket));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('where a message goes', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  test.each<[string, { status: TicketStatus; closedAt: Date | null } | undefined, boolean, string]>([
    ['a first message', undefined, true, 'open'],
    ['while it waits', { status: 'pending', closedAt: null }, true, 'append'],
    ['while it is served', { status: 'open', closedAt: null }, true, 'append'],
    ['just closed', { status: 'closed', closedAt: minutesAgo(0) }, true, 'reopen'],
    ['closed 119 minutes ago', { status: 'closed', closedAt: minutesAgo(119) }, true, 'reopen'],
    ['closed 120 minutes ago', { status: 'closed', closedAt: minutesAgo(120) }, true, 'open'],
    ['closed at an unknown time', { status: 'closed', closedAt: null }, true, 'open'],
    ['the company writing after closing', { status: 'closed', closedAt: minutesAgo(5) }, false, 'append'],
    ['the company writing first', undefined, false, 'open'],
  ])('%s', (_what, last, fromCustomer, expected) => {
    expect(decideArrival(last, now, 120, fromCustomer)).toBe(expected);
  });

  test('with a window of nothing no ticket is reopened', () => {
    expect(decideArrival({ status: 'closed', closedAt: minutesAgo(0) }, now, 0, true)).toBe('open');
  });
});
