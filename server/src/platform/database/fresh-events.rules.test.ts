import { expect, test } from 'vitest';
import { FreshEvents } from './fresh-events.ts';

const events = (...names: string[]) => names.map((name) => ({ name, data: { name }, rooms: ['all'], except: ['user:1'] }));
const namesAfter = (fresh: FreshEvents, seq: number) => fresh.takeAfter(1, seq).map(({ seq: number, name }) => `${number} ${name}`);

function watched(): FreshEvents {
  const fresh = new FreshEvents();
  fresh.watch(1);
  return fresh;
}

test('what follows the last one told is given once, as it is stored', () => {
  const fresh = watched();
  fresh.note(1, 4, events('a', 'b'));
  expect(fresh.takeAfter(1, 4)).toEqual([
    { seq: 5, name: 'a', data: { name: 'a' }, rooms: ['all'], except_rooms: ['user:1'] },
    { seq: 6, name: 'b', data: { name: 'b' }, rooms: ['all'], except_rooms: ['user:1'] },
  ]);
  expect(fresh.takeAfter(1, 6)).toEqual([]);
});

test('what another node has committed in between, or was told already, is left to the database', () => {
  const fresh = watched();
  fresh.note(1, 5, events('c'));
  expect(namesAfter(fresh, 4)).toEqual([]);
  fresh.note(1, 2, events('told', 'told', 'new'));
  expect(namesAfter(fresh, 4)).toEqual(['5 new']);
});

test('commits that are heard of in another order are told in their own', () => {
  const fresh = watched();
  fresh.note(1, 5, events('second'));
  fresh.note(1, 4, events('first'));
  fresh.note(1, 8, events('behind a gap'));
  expect(namesAfter(fresh, 4)).toEqual(['5 first', '6 second']);
});

test('of companies without sockets here nothing is kept, and of none more than a moment’s', () => {
  const fresh = watched();
  fresh.note(2, 0, events('other'));
  expect(fresh.takeAfter(2, 0)).toEqual([]);
  fresh.note(1, 0, events(...Array.from({ length: 800 }, () => 'a')));
  fresh.note(1, 800, events(...Array.from({ length: 800 }, () => 'b')));
  expect(namesAfter(fresh, 0)).toEqual([]);
  fresh.note(1, 1_600, events('c'));
  fresh.unwatch(1);
  expect(namesAfter(fresh, 1_600)).toEqual([]);
});
