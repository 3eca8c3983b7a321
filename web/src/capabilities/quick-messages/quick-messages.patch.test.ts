import type { QuickMessage, RankedQuickMessage } from '@prosa/contracts/quick-messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPage, applyChange, emptyList, pageSize } from '../../platform/lists/long-list.ts';
import { aQuickMessage } from './quick-messages.fixture.ts';
import { isFound, newsOf, type QuickMessageEvent, type QuickMessageRow, rowOf, withEvent } from './quick-messages.patch.ts';
import { byShortcode } from './suggest.ts';

const [me, colleague] = [1, 2];

/** A server in small: it holds what everybody has written, changes it, and tells this person what they may hear of it. */
class World {
  private readonly held = new Map<number, RankedQuickMessage>();

  fresh(): RankedQuickMessage[] {
    return [...this.held.values()].filter(isSeen).sort(byShortcode);
  }

  save(id: number, change: Partial<QuickMessage>): QuickMessageEvent[] {
    const before = this.held.get(id);
    const now = { ...aQuickMessage({ id, userId: id % 2 ? me : colleague }), ...before, ...change };
    this.held.set(id, now);
    if (isSeen(now)) return [{ action: before ? 'update' : 'create', record: unranked(now) }];
    return before && isSeen(before) ? [{ action: 'delete', id }] : [];
  }

  remove(id: number): QuickMessageEvent[] {
    const before = this.held.get(id);
    this.held.delete(id);
    return before && isSeen(before) ? [{ action: 'delete', id }] : [];
  }
}
const unranked = ({ uses: _uses, ...record }: RankedQuickMessage): QuickMessage => record;
const isSeen = ({ shared, userId }: QuickMessage) => shared || userId === me;

const ids = fc.integer({ min: 1, max: 30 });
const codes = fc.constantFrom('ola', 'Olá', 'bom-dia', 'boleto', 'pix', 'Zebra');
const change = fc.record({ shortcode: codes, shared: fc.boolean(), message: fc.constantFrom('Oi!', 'Bom dia') }, { requiredKeys: [] });
const action = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), id: ids, change }),
  fc.record({ kind: fc.constant('remove' as const), id: ids }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
const run = (world: World, each: Action) => (each.kind === 'save' ? world.save(each.id, each.change) : world.remove(each.id));
const actions = fc.array(fc.tuple(action, fc.boolean()), { maxLength: 60 });

// What was missed while the connection was down is heard afterwards, in its order; some of it perhaps twice.
test('the suggestions equal a fresh load after any sequence of events, heard once or twice', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), actions, (earlier, later) => {
      const world = new World();
      for (const each of earlier) run(world, each);
      let list: readonly RankedQuickMessage[] = world.fresh();
      for (const [each, twice] of later)
        for (const event of run(world, each)) list = twice ? withEvent(withEvent(list, event), event) : withEvent(list, event);
      expect(list).toEqual(world.fresh());
    }),
    { numRuns: 300 },
  );
});

test('the page equals a fresh load after any sequence of events, or knows that it has to load again', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), actions, fc.constantFrom('', 'bo', '/OLA'), (earlier, later, search) => {
      const world = new World();
      const fresh = (): QuickMessageRow[] =>
        world
          .fresh()
          .map(unranked)
          .filter((row) => isFound(row, search))
          .map(rowOf);
      for (const each of earlier) run(world, each);
      const start = fresh();
      const first = { items: start.slice(0, pageSize), count: start.length, hasMore: start.length > pageSize };
      let list = addPage(emptyList<QuickMessageRow>(), 1, first);
      const hear = (event: QuickMessageEvent) => {
        const news = newsOf(event);
        const told = 'gone' in news ? ({ kind: 'drop', id: news.gone } as const) : 'row' in news ? putOf(news, search) : undefined;
        if (told) list = applyChange(list, told, byShortcode);
      };
      for (const [each, twice] of later)
        for (const event of run(world, each)) {
          hear(event);
          if (twice) hear(event);
        }
      if (!list.inDoubt && !list.slots.includes(undefined)) expect(list.slots).toEqual(fresh());
    }),
    { numRuns: 300 },
  );
});

const putOf = (news: { row: QuickMessageRow; isNew: boolean }, search: string) => ({
  ...news,
  kind: 'put' as const,
  belongs: isFound(news.row, search),
});
