import type { Ticket, TicketStatus } from '@prosa/contracts/tickets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPage, type Loaded, nextPageNumber, nothingLoaded } from '../../platform/lists/loaded.ts';
import { ticketPatches } from './ticket-patches.ts';
import { aTicket } from './tickets.fixture.ts';
import { belongs, patchFound, patchTickets, type TicketEvent, type TicketFilter, ticketOrder } from './tickets.patch.ts';

const me = 1;
const at = (tick: number) => new Date(Date.UTC(2026, 10, 15) + tick * 1000).toISOString();

/** A server in small: it holds all tickets, changes them and says what it did. */
class World {
  private tick = 100;
  tickets = new Map<number, Ticket>();

  constructor(count: number) {
    for (let id = 1; id <= count; id++)
      this.tickets.set(id, aTicket({ id, status: statusOf(id), userId: id % 3 ? me : 2, queueId: queueOf(id), updatedAt: at(id % 7) }));
  }

  fresh(filter: TicketFilter): Ticket[] {
    return [...this.tickets.values()].filter((ticket) => belongs(ticket, filter, me)).sort(ticketOrder.compare);
  }

  change(id: number, change: Partial<Ticket>): TicketEvent {
    const ticket = { ...aTicket({ id }), ...this.tickets.get(id), ...change, updatedAt: at(this.tick++) };
    this.tickets.set(id, ticket);
    return { action: 'update', ticketId: id, ticket };
  }

  remove(id: number): TicketEvent {
    this.tickets.delete(id);
    return { action: 'delete', ticketId: id };
  }

  read(id: number): TicketEvent {
    const ticket = this.tickets.get(id);
    if (ticket) this.tickets.set(id, { ...ticket, unreadMessages: 0 });
    return { action: 'updateUnread', ticketId: id };
  }
}

const statusOf = (id: number): TicketStatus => (['open', 'pending', 'closed'] as const)[id % 3] ?? 'open';
const queueOf = (id: number) => ([null, 10, 20] as const)[id % 3] ?? null;

const loadedList = (items: Ticket[], count = items.length): Loaded<Ticket> => ({
  items,
  count,
  hasMore: count > items.length,
  size: items.length,
  countKnown: true,
});

const tagOf = (id: number) => ({ id, name: `Tag ${id}`, color: '#112233', kanban: 0 as const });
const ids = fc.integer({ min: 1, max: 25 });
const action = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    id: ids,
    change: fc.record(
      {
        status: fc.constantFrom<TicketStatus>('open', 'pending', 'closed'),
        userId: fc.constantFrom(me, 2, null),
        queueId: fc.constantFrom(10, 20, null),
        unreadMessages: fc.integer({ min: 0, max: 3 }),
        tags: fc.constantFrom<Ticket['tags']>([], [tagOf(5)], [tagOf(5), tagOf(6)]),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: ids }),
  fc.record({ kind: fc.constant('read' as const), id: ids }),
);
const filters = fc.record(
  {
    status: fc.constantFrom<TicketStatus>('open', 'pending', 'closed'),
    showAll: fc.boolean(),
    queueIds: fc.constantFrom([], [10], [10, 20]),
    tags: fc.constantFrom([5], [5, 6]),
    users: fc.constantFrom([me], [2], [me, 2]),
  },
  { requiredKeys: ['status', 'showAll', 'queueIds'] },
);

describe('a patched list', () => {
  test('equals a fresh one after any sequence of events, heard once or twice', () => {
    fc.assert(
      fc.property(
        filters,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.tuple(action, fc.boolean()), { maxLength: 40 }),
        (filter, people, loaded, actions) => {
          const world = new World(people);
          const start = world.fresh(filter);
          let list = loadedList(start.slice(0, loaded), start.length);

          for (const [{ id, ...rest }, twice] of actions) {
            const before = world.tickets.get(id);
            const event =
              rest.kind === 'change' ? world.change(id, rest.change) : rest.kind === 'remove' ? world.remove(id) : world.read(id);
            list = patchTickets(list, filter, event, { userId: me, before });
            if (twice)
              list = patchTickets(list, filter, event, { userId: me, before: event.action === 'update' ? event.ticket : undefined });
          }

          const fresh = world.fresh(filter);
          expect(list.items).toEqual(fresh.slice(0, list.items.length));
          if (!list.hasMore) expect(list.items).toHaveLength(fresh.length);
          if (list.countKnown) expect(list.count).toBe(fresh.length);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('does not let a late event undo a newer state', () => {
    const current = aTicket({ id: 1, lastMessage: 'new', updatedAt: at(9) });
    const list = loadedList([current]);
    const late: TicketEvent = {
      action: 'update',
      ticketId: 1,
      ticket: aTicket({ id: 1, lastMessage: 'old', status: 'closed', updatedAt: at(3) }),
    };
    expect(patchTickets(list, { status: 'open', showAll: true, queueIds: [] }, late, { userId: me })).toBe(list);
  });

  test('of tickets that carry a tag loses them with the tag', () => {
    const filter: TicketFilter = { status: 'open', showAll: true, queueIds: [], tags: [5] };
    const list = loadedList([aTicket({ id: 1, tags: [tagOf(5)] }), aTicket({ id: 2, tags: [tagOf(5), tagOf(6)] })]);
    const other = patchTickets(list, filter, { action: 'touch', touch: ticketPatches.tagGone(6) }, { userId: me });
    expect([other.count, other.items.map(({ tags }) => tags.length)]).toEqual([2, [1, 1]]);
    const gone = patchTickets(list, filter, { action: 'touch', touch: ticketPatches.tagGone(5) }, { userId: me });
    expect(gone).toMatchObject({ items: [], count: 0, countKnown: true });
  });

  test('asks the server to count when a ticket beyond the loaded part changes', () => {
    const list = loadedList([aTicket({ id: 1, updatedAt: at(9) })], 80);
    const event: TicketEvent = { action: 'delete', ticketId: 70 };
    expect(patchTickets(list, { status: 'open', showAll: true, queueIds: [] }, event, { userId: me })).toMatchObject({
      count: 80,
      countKnown: false,
    });
  });
});

describe('what tickets show of other things', () => {
  const ana = aTicket({
    id: 1,
    tags: [{ id: 5, name: 'Lead', color: '#111111', kanban: 0 }],
    queueId: 10,
    queue: { id: 10, name: 'Vendas', color: '#222222' },
  });
  const other = aTicket({ id: 2, userId: 2 });
  const list = loadedList([ana, other]);
  const all: TicketFilter = { status: 'open', showAll: true, queueIds: [10] };
  const after = (touch: (ticket: Ticket) => Ticket) => patchTickets(list, all, { action: 'touch', touch }, { userId: me });

  test('"contact updates patch the tickets"', () => {
    const changed = after(ticketPatches.contact({ ...ana.contact, name: 'Ana Clara', profilePicUrl: '/p.jpg' }));
    expect(changed.items[0]?.contact).toMatchObject({ name: 'Ana Clara', profilePicUrl: '/p.jpg' });
    expect(changed.items[1]).toBe(other);
  });

  test('is put right for queues, colleagues and tags, and stays the very same where nothing is concerned', () => {
    expect(after(ticketPatches.queue({ id: 10, name: 'Comercial', color: '#333333' })).items[0]?.queue?.name).toBe('Comercial');
    expect(after(ticketPatches.user({ id: 2, name: 'Paulo Silva' })).items[1]?.user?.name).toBe('Paulo Silva');
    expect(after(ticketPatches.tag({ id: 5, name: 'Quente', color: '#111111', kanban: 0 })).items[0]?.tags[0]?.name).toBe('Quente');
    expect(after(ticketPatches.tagGone(5)).items[0]?.tags).toEqual([]);
    expect(after(ticketPatches.queue({ id: 99, name: 'x', color: '#333333' }))).toBe(list);
    expect(after(ticketPatches.user({ id: 2, name: 'Paulo' }))).toBe(list);
  });

  test('of who spoke last is kept when an event of the same last message does not tell', () => {
    const last = { fromMe: true, mediaType: null, seconds: null };
    const known = loadedList([{ ...ana, last }]);
    const say = (lastMessage: string): TicketEvent => ({
      action: 'update',
      ticketId: 1,
      ticket: { ...ana, lastMessage, updatedAt: at(50_000) },
    });
    expect(patchTickets(known, all, say(ana.lastMessage), { userId: me }).items[0]?.last).toEqual(last);
    expect(patchTickets(known, all, say('outra coisa'), { userId: me }).items[0]?.last).toBeUndefined();
  });
});

describe('what a search found', () => {
  const held = aTicket({ id: 1, updatedAt: at(1) });
  const found = loadedList([aTicket({ id: 2, updatedAt: at(2) }), held], 2);

  test('changes in place and goes, and takes in nothing that was not found', () => {
    const closed: TicketEvent = { action: 'update', ticketId: 1, ticket: { ...held, status: 'closed', updatedAt: at(9) } };
    expect(patchFound(found, closed).items.map(({ id, status }) => `${id} ${status}`)).toEqual(['1 closed', '2 open']);
    expect(patchFound(found, { action: 'delete', ticketId: 2 })).toMatchObject({ items: [held], count: 1 });
    expect(patchFound(found, { action: 'update', ticketId: 3, ticket: aTicket({ id: 3 }) })).toBe(found);
  });
});

describe('pages', () => {
  const tickets = [5, 4, 3, 2, 1].map((id) => aTicket({ id, updatedAt: at(id) }));
  const first = addPage(nothingLoaded<Ticket>(), { items: tickets.slice(0, 3), count: 5, hasMore: true }, ticketOrder);

  test('of a list that shrank are asked for again from the place that may hold the missing ticket', () => {
    expect(nextPageNumber(nothingLoaded())).toBe(1);
    expect(nextPageNumber(first)).toBe(2);
    expect(nextPageNumber({ ...first, items: first.items.slice(1) })).toBe(1);
    expect(nextPageNumber({ ...first, hasMore: false })).toBeUndefined();
  });

  test('that overlap show each ticket once, in its newest state', () => {
    const stale = aTicket({ id: 3, lastMessage: 'stale', updatedAt: at(0) });
    const both = addPage(first, { items: [stale, ...tickets.slice(3)], count: 5, hasMore: false }, ticketOrder);
    expect(both).toEqual({ items: tickets, count: 5, hasMore: false, size: 3, countKnown: true });
  });
});
