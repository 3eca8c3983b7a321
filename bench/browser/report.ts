import { machine, milliseconds, requiredTable, table, whole } from '../report.ts';
import { atMost, type Requirement } from '../requirements.ts';
import { type BoardFigures, boardSize } from './board.ts';
import { longMessages, served } from './browser-bench.ts';
import type { Heap, HeapSize, Scrolling, Times, Written } from './measures.ts';

export type WebFigures = {
  scripts: { kilobytes: number; files: number };
  /** After the pointer rested on the row, as a hand does, and without. */
  switching: Times;
  straight: Times;
  interactions: { typing: number; switching: number };
  writing: Written;
  drift: { loads: number; pixels: number };
  scrolling: { thread: Scrolling; list: Scrolling };
  heap: Heap;
  board: BoardFigures;
};

/** Flat: not more than this above where it began. */
const flat = 1.1;

export function reportOf(figures: WebFigures, command: string): { text: string; requirements: Requirement[] } {
  const { scripts, switching, straight, interactions, writing, drift, scrolling, heap, board } = figures;
  const requirements = [
    atMost('switch to a conversation that was open before, p95', switching.p95, 40, ' ms'),
    atMost('INP of typing, p75', interactions.typing, 80, ' ms'),
    atMost('INP of switching, p75', interactions.switching, 80, ' ms'),
    atMost('own words after Enter, frames', writing.frames, 1),
    atMost('movement while earlier messages come in', drift.pixels, 0, ' px'),
    atMost('tasks over 50 ms while scrolling a conversation', scrolling.thread.longTasks, 0),
    atMost('tasks over 50 ms while scrolling a list', scrolling.list.longTasks, 0),
    atMost('tasks over 50 ms while scrolling the board', board.down.longTasks + board.sideways.longTasks, 0),
    atMost('tasks over 50 ms while dragging a card', board.dragging.longTasks, 0),
    atMost('the board again from the cache, p95', board.opening.p95, 100, ' ms'),
    atMost('JavaScript of /tickets with a conversation, gzipped', scripts.kilobytes, 340, ' kB'),
    atMost(`heap after ${whole(heap.switches)} switches, of what it was`, heap.afterSwitches.own / heap.begin.own, flat),
    atMost(`heap after ${whole(heap.events)} events more, of what it was`, heap.afterEvents.own / heap.begin.own, flat),
    atMost("V8's whole heap grew meanwhile by", heap.afterEvents.whole - heap.begin.whole, 10, ' MB'),
    // What is read in the open conversation is told now and then; nothing is asked.
    atMost(`requests for ${whole(heap.events)} events`, heap.requests, 10),
  ];
  const times = ({ times: count, p50, p95, most }: Times) => [whole(count), milliseconds(p50), milliseconds(p95), milliseconds(most)];
  const holds = ({ own, whole: all, nodes, listeners }: HeapSize) => [own.toFixed(1), all.toFixed(1), whole(nodes), whole(listeners)];
  const scrolled = ({ turns, longTasks, longest }: Scrolling) => [whole(turns), String(longTasks), milliseconds(longest)];
  const text = [
    [
      `- **Command:** \`${command}\`, on ${new Date().toISOString().slice(0, 10)}`,
      machine(),
      `- **Company:** 10,000 tickets, 250,000 messages; the agent serves ${served} of the tickets, ` +
        `one of ${whole(longMessages)} messages; window of 1440 × 900`,
    ].join('\n'),
    requiredTable(requirements),
    table(
      ['until painted', 'times', 'p50 ms', 'p95 ms', 'most ms'],
      [
        ['another conversation, from the press on its row', ...times(switching)],
        ['the same by a pointer that did not rest on it', ...times(straight)],
        ['own words, from Enter', ...times(writing.milliseconds)],
        [`the board of ${whole(boardSize.cards)} cards over ${boardSize.lanes} lanes, from the cache`, ...times(board.opening)],
      ],
    ),
    table(
      ['scrolling by the wheel without rest', 'turns', 'tasks over 50 ms', 'longest ms'],
      [
        [`a conversation of ${whole(longMessages)} messages, backwards`, ...scrolled(scrolling.thread)],
        ['the list of closed tickets', ...scrolled(scrolling.list)],
        ['a lane of the board', ...scrolled(board.down)],
        ['the board, sideways', ...scrolled(board.sideways)],
        ['a card dragged over the lanes', ...scrolled(board.dragging)],
      ],
    ),
    table(
      ['what the page holds, garbage collected', 'own objects MB', 'whole heap MB', 'nodes', 'listeners'],
      [
        ['at first', ...holds(heap.begin)],
        [`after ${whole(heap.switches)} switches`, ...holds(heap.afterSwitches)],
        [`after ${whole(heap.events)} messages more`, ...holds(heap.afterEvents)],
      ],
    ),
    `Earlier messages were let in ${drift.loads} times.`,
  ].join('\n\n');
  return { text, requirements };
}
