import { laneOf } from '@prosa/contracts/kanban';
import type { Ticket, TicketStatus, TicketTag } from '@prosa/contracts/tickets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { type Board, type BoardFilter, isCard, patchBoard } from './board.patch.ts';
import { aTicket } from './tickets.fixture.ts';
import { type TicketEvent, ticketOrder } from './tickets.patch.ts';

const at = (tick: number) => new Date(Date.UTC(2026, 10, 15) + tick * 1000).toISOString();
const lanes = [0, 101, 102, 103];
const plain: TicketTag = { id: 7, name: 'VIP', color: '#111111', kanban: 0 };
const laneTag = (id: number): TicketTag => ({ id, name: `Etapa ${id}`, color: '#222222', kanban: 1 });
const tagsIn = (lane: number, isVip: boolean) => [...(isVip ? [plain] : []), ...(lane === 0 ? [] : [laneTag(lane)])];
const statuses: readonly TicketStatus[] = ['open', 'pending', 'closed'];
const everything: BoardFilter = { search: '', queueIds: [], users: [], tags: [] };

/** A server in small: it holds all tickets, changes them and says what it did. */
class World {
  private tick = 100;
  tickets = new Map<number, Ticket>();

  constructor(count: number) {
    for (let id = 1; id <= count; id += 1)
      this.tickets.set(
        id,
        aTicket({
          id,
          status: statuses[id % 3] ?? 'open',
          userId: id % 2,
          queueId: id % 4 === 0 ? null : 10 * (id % 4),
          tags: tagsIn(lanes[id % 4] ?? 0, id % 5 === 0),
          updatedAt: at(id % 7),
        }),
      );
  }

  cardsOf(lane: number, filter: BoardFilter): Ticket[] {
    return [...this.tickets.values()].filter((each) => isCard(each, filter) && laneOf(each) === lane).sort(ticketOrder.compare);
  }

  board(filter: BoardFilter, most = Number.POSITIVE_INFINITY): Board {
    return Object.fromEntries(lanes.map((lane) => [lane, firstOf(this.cardsOf(lane, filter), most)]));
  }

  change(id: number, change: Partial<Ticket>): TicketEvent {
    const ticket = { ...aTicket({ id }), ...this.tickets.get(id), ...change, updatedAt: at(this.tick++) };
    this.tickets.set(id, ticket);
    return { action: 'update', ticketId: id, ticket };
  }

  /** Its place in the order does not change. */
  move(id: number, lane: number): TicketEvent {
    const ticket = this.tickets.get(id);
    if (!ticket) return { action: 'delete', ticketId: id };
    const moved = { ...ticket, tags: tagsIn(lane, ticket.tags.includes(plain)) };
    this.tickets.set(id, moved);
    return { action: 'update', ticketId: id, ticket: moved };
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

const firstOf = (all: Ticket[], most: number): Loaded<Ticket> => ({
  items: all.slice(0, most),
  count: all.length,
  hasMore: all.length > most,
  size: Math.min(all.length, most),
  countKnown: true,
});

const ids = fc.integer({ min: 1, max: 30 });
const action = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: ids, lane: fc.constantFrom(...lanes) }),
  fc.record({
    kind: fc.constant('change' as const),
    id: ids,
    change: fc.record(
      {
        status: fc.constantFrom(...statuses),
        userId: fc.constantFrom(1, 2, null),
        queueId: fc.constantFrom(null, 10, 20),
        unreadMessages: fc.nat(3),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: ids }),
  fc.record({ kind: fc.constant('read' as const), id: ids }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function done(world: World, what: Action): TicketEvent {
  if (what.kind === 'move') return world.move(what.id, what.lane);
  if (what.kind === 'change') return world.change(what.id, what.change);
  return what.kind === 'remove' ? world.remove(what.id) : world.read(what.id);
}

const filters = fc.constantFrom<BoardFilter>(
  everything,
  { ...everything, queueIds: [10] },
  { ...everything, users: [1] },
  { ...everything, tags: [plain.id] },
);
const shape = (board: Board) => lanes.map((lane) => [lane, board[lane]?.items, board[lane]?.count]);

describe('a patched board', () => {
  test('equals a fresh load, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), filters, (actions, filter) => {
        const world = new World(20);
        let board = world.board(filter);
        for (const each of actions) board = patchBoard(board, filter, done(world, each));
        expect(shape(board)).toEqual(shape(world.board(filter)));
      }),
    );
  });

  test('of which a part is loaded shows the top of each lane without a gap, and a count that is right or known to be in doubt', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), filters, (actions, filter) => {
        const world = new World(30);
        let board = world.board(filter, 3);
        for (const each of actions) board = patchBoard(board, filter, done(world, each));
        for (const lane of lanes) {
          const all = world.cardsOf(lane, filter);
          const { items = [], count, countKnown } = board[lane] ?? {};
          expect(items).toEqual(all.slice(0, items.length));
          if (countKnown) expect(count).toBe(all.length);
        }
      }),
    );
  });

  test('never shows a card in two lanes, and hearing a thing again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const world = new World(20);
        let board = world.board(everything, 3);
        for (const each of actions) {
          const event = done(world, each);
          board = patchBoard(board, everything, event);
          const again = patchBoard(board, everything, event);
          if (event.action !== 'update' || board[laneOf(event.ticket)]?.items.some(({ id }) => id === event.ticketId))
            expect(shape(again)).toEqual(shape(board));
          const shown = lanes.flatMap((lane) => (board[lane]?.items ?? []).map(({ id }) => id));
          expect(new Set(shown).size).toBe(shown.length);
        }
      }),
    );
  });

  test('keeps what it is where nothing is concerned, so that nothing is rendered again', () => {
    const world = new World(20);
    const board = world.board(everything);
    expect(patchBoard(board, everything, { action: 'delete', ticketId: 999 })).toBe(board);
    const [card] = world.cardsOf(101, everything);
    const next = patchBoard(board, everything, world.move(card?.id ?? 0, 102));
    expect(next[0]).toBe(board[0]);
    expect(next[103]).toBe(board[103]);
    expect(next[102]?.items.map(({ id }) => id)).toContain(card?.id);
  });

  test('found by words takes in no other cards, but moves and drops those it has', () => {
    const world = new World(20);
    const filter = { ...everything, search: 'cliente' };
    const board = world.board(filter, 2);
    const held = board[101]?.items[0]?.id ?? 0;
    const moved = patchBoard(board, filter, world.move(held, 102));
    expect(moved[102]?.items.map(({ id }) => id)).toContain(held);
    expect(patchBoard(moved, filter, world.change(77, { tags: [] }))[0]?.items.map(({ id }) => id)).not.toContain(77);
  });
});
